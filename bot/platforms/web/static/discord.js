/* The page inside Discord: the handshake with the frame around it, who I am, and links to elsewhere. */
const [GREETING, FRAME, CLOSE] = [0, 1, 2], PATIENCE = 20000;
const HOMES = new Set(["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com", "null"]);
const around = parent.opener ?? parent, asked = new Map();
let welcome, unwelcome;
const ready = new Promise((done, fail) => { welcome = done; unwelcome = fail; });
const tell = (kind, body) => around.postMessage([kind, body], "*");
function settle({ nonce, evt, data }) {
	const waiting = asked.get(nonce);
	asked.delete(nonce);
	if (evt === "ERROR") waiting?.fail(new Error("Discord refuses")); else waiting?.done(data);
}
addEventListener("message", (event) => {
	if (event.source !== around || !HOMES.has(event.origin) || !Array.isArray(event.data)) return;
	const [kind, body] = event.data;
	if (kind === CLOSE) unwelcome(new Error("Discord closes"));
	else if (kind === FRAME && body?.cmd === "DISPATCH") { if (body.evt === "READY") welcome(); }
	else if (kind === FRAME && body) settle(body);
});
export function ask(cmd, args) {
	const nonce = crypto.randomUUID();
	return new Promise((done, fail) => { asked.set(nonce, { done, fail }); tell(FRAME, { cmd, args, nonce }); });
}
export async function greet(application, frame) {
	const late = setTimeout(() => unwelcome(new Error("Discord does not answer")), PATIENCE);
	tell(GREETING, { v: 1, encoding: "json", client_id: application, frame_id: frame });
	await ready;
	clearTimeout(late);
}
/* A code with which the server asks Discord who I am: it works once, and tells nothing else. */
export async function vouch(application) {
	return (await ask("AUTHORIZE", { client_id: application, response_type: "code", state: "", prompt: "none", scope: ["identify"] })).code;
}
export const leave = (url) => ask("OPEN_EXTERNAL_LINK", { url }).catch(() => {});
