/* The page inside a chat, or in a browser that came by a personal link: who I am, one document for all pages, and what the chat's app can do. */
const root = document.documentElement, kind = root.dataset.inside, words = JSON.parse(root.dataset.door);
const $ = (query, within = document) => within.querySelector(query), $$ = (query) => [...document.querySelectorAll(query)];
const TELEGRAM = "https://web.telegram.org", KEPT = "signoria", BEAT = 30000;
const kept = () => { try { return JSON.parse(sessionStorage.getItem(KEPT)) || {}; } catch { return {}; } };
const keep = (more) => { try { sessionStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...more })); } catch { /* memory will do */ } };
let token = kept().token || "", table = null, shown = {};
const discord = root.dataset.chat ? await import(root.dataset.chat) : null;

/* --- the chat's app --- */
const launch = new URLSearchParams(location.hash.slice(1)), given = new URLSearchParams(location.search).get("at") || "";
const version = (launch.get("tgWebAppVersion") || kept().version || "6.0").split(".").map(Number);
const since = (major, minor) => kind === "telegram" && (version[0] > major || (version[0] === major && version[1] >= minor));
function send(name, data = {}) {
	if (kind !== "telegram") return;
	if (window.TelegramWebviewProxy) window.TelegramWebviewProxy.postEvent(name, JSON.stringify(data));
	else if (parent !== window) parent.postMessage(JSON.stringify({ eventType: name, eventData: data }), TELEGRAM);
}
const edges = { safe: {}, content: {} };
function pad(which, insets) {
	edges[which] = insets || {};
	for (const side of ["top", "bottom", "left", "right"]) root.style.setProperty(`--inset-${side}`, (edges.safe[side] || 0) + (edges.content[side] || 0) + "px");
}
let theme = "";
function dress(colours) {
	const ground = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colours?.bg_color || "");
	if (!ground) return;
	const [red, green, blue] = ground.slice(1).map((part) => parseInt(part, 16)), before = theme;
	theme = 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? "dark" : "light";
	root.dataset.theme = theme;
	keep({ colours });
	if (before && before !== theme && table) visit(place.pathname + place.search, false);
}
const events = {
	back_button_pressed: back,
	theme_changed: (data) => dress(data?.theme_params),
	safe_area_changed: (data) => pad("safe", data),
	content_safe_area_changed: (data) => pad("content", data),
	visibility_changed: (data) => { isShown = data?.is_visible !== false; beat(); },
	reload_iframe: () => { send("iframe_will_reload"); window.location.reload(); },
};
function receive(name, data) { events[name]?.(typeof data === "string" ? JSON.parse(data || "{}") : data); }
if (kind === "telegram") {
	window.Telegram = { WebView: { receiveEvent: receive } };
	addEventListener("message", (event) => {
		if (event.source !== parent || event.origin !== TELEGRAM || typeof event.data !== "string") return;
		try { const { eventType, eventData } = JSON.parse(event.data); receive(eventType, eventData); } catch { /* nothing of ours */ }
	});
}
function greet() {
	try { dress(JSON.parse(launch.get("tgWebAppThemeParams") || "null") || kept().colours); } catch { /* the device's theme will do */ }
	keep({ version: version.join(".") });
	send("iframe_ready", { reload_supported: true });
	send("web_app_ready");
	send("web_app_expand");
	if (since(7, 7)) send("web_app_setup_swipe_behavior", { allow_vertical_swipe: false });
	if (since(8, 0)) { send("web_app_request_safe_area"); send("web_app_request_content_safe_area"); }
}
function frame() {
	if (!since(6, 1)) return;
	const style = getComputedStyle(document.body), hex = (colour) => "#" + (colour.match(/\d+/g) || []).slice(0, 3).map((part) => (+part).toString(16).padStart(2, "0")).join("");
	const ground = hex(style.backgroundColor);
	if (ground.length === 7) { send("web_app_set_background_color", { color: ground }); if (since(6, 9)) send("web_app_set_header_color", { color: ground }); }
	send("web_app_setup_back_button", { is_visible: place.pathname !== "/" });
}
const shake = (good) => since(6, 1) && send("web_app_trigger_haptic_feedback", { type: "notification", notification_type: good ? "success" : "error" });
let isHalf = false;
function half(now) {
	if (now !== isHalf && since(6, 2)) send("web_app_setup_closing_behavior", { need_confirmation: now });
	isHalf = now;
}

/* --- where I am: in a chat the address stays the door's --- */
const origin = window.location.origin;
let at = new URL("/", origin);
const place = {
	get pathname() { return at.pathname; }, get search() { return at.search; }, get hash() { return at.hash; }, get href() { return at.href; },
	get host() { return at.host; }, get protocol() { return at.protocol; }, get origin() { return origin; },
	assign(to) { follow(new URL(to, at)); }, replace(to) { follow(new URL(to, at)); }, reload() { visit(at.pathname + at.search, false); },
	toString() { return at.href; },
};
function arrive(to, isNew) {
	at = new URL(to, at);
	keep({ at: at.pathname + at.search });
	if (kind === "browser") history[isNew ? "pushState" : "replaceState"](null, "", at.href);
	frame();
}
const past = { pushState: (_, __, to) => arrive(to, true), replaceState: (_, __, to) => arrive(to, false), back: () => back() };
function back() {
	const panel = $("dialog[open]");
	if (panel) panel.close();
	else if (at.pathname !== "/") visit("/");
	else send("web_app_close");
}
function follow(to) {
	if (to.origin === origin) visit(to.pathname + to.search, true, to.hash);
	else if (discord) discord.leave(to.href);
	else if (since(6, 1)) send("web_app_open_link", { url: to.href });
	else window.open(to.href, "_blank", "noopener");
}
let visiting = 0;
async function visit(where, isNew = true, hash = "") {
	const mine = ++visiting;
	half(false);
	try {
		await table.visit(where, () => shown.name || "");
		if (mine !== visiting) return;
		arrive(shown.where || where, isNew);
		if (hash) document.getElementById(hash.slice(1))?.scrollIntoView(); else if (isNew) scrollTo(0, 0);
	} catch { if (token) table.tell("reconnect", words.unreached, true); }
}

/* --- each request carries the session --- */
async function reach(where, options = {}) {
	const headers = new Headers(options.headers), method = options.method || "GET";
	headers.set("Authorization", "Bearer " + token);
	headers.set("X-Script", "1");
	headers.set("X-Inside", kind);
	if (theme) headers.set("X-Theme", theme);
	const answer = await window.fetch(where, { ...options, headers });
	const newer = answer.headers.get("X-Session");
	if (newer) { token = newer; keep({ token }); }
	if (answer.status === 401) { end(words.ended); throw new Error("the session has ended"); }
	if (method === "GET" && /json/.test(answer.headers.get("Content-Type"))) return looked(answer);
	if (method === "POST" && /\/(answer|line)$/.test(where) && answer.ok) told(answer.clone());
	return answer;
}
/* A page that tells of an error is shown as well. */
async function looked(answer) {
	const state = await answer.clone().json().catch(() => ({})), to = new URL(answer.url);
	if (!state.tree) return answer;
	shown = { name: state.name, where: answer.redirected ? to.pathname + to.search : "" };
	return answer.ok ? answer : new Response(JSON.stringify(state), { status: 200, headers: { "Content-Type": "application/json" } });
}
async function told(answer) {
	const result = await answer.json().catch(() => ({}));
	if (!("go" in result)) return;
	if (result.bad) shake(false); else if (!/[?&]draft=/.test(result.go)) { shake(true); half(false); }
}
const sockets = new Set();
function Socket(address) {
	const socket = new WebSocket(address);
	socket.addEventListener("open", () => { socket.send(JSON.stringify({ token, theme })); sockets.add(socket); beat(); });
	socket.addEventListener("close", (event) => { sockets.delete(socket); if (event.code === 4401 && !kept().token) end(words.ended); });
	return socket;
}
/* While I look at the page the chat does not ring. */
let isShown = true;
function beat() {
	const word = isShown && !document.hidden ? "looks" : "hides";
	for (const socket of sockets) if (socket.readyState === 1) socket.send(word);
}
setInterval(beat, BEAT);
document.addEventListener("visibilitychange", beat);
addEventListener("pagehide", () => { isShown = false; beat(); });

/* --- pictures --- */
const PICTURES = "img[data-src], video[data-src]", drawn = new Map(), asked = new Set();
async function draw(image) {
	const wanted = image.dataset.src, there = drawn.get(wanted);
	if (there || image.last) { if (image.getAttribute("src") !== (there || image.last)) image.src = image.last = there || image.last; }
	if (there || asked.has(wanted)) return;
	asked.add(wanted);
	try {
		const answer = await reach(wanted);
		if (!answer.ok) throw new Error(answer.status);
		drawn.set(wanted, URL.createObjectURL(await answer.blob()));
		asked.delete(wanted);
		if (drawn.size > 12) forget(...drawn.entries().next().value);
		$$(PICTURES).forEach(draw);
	} catch { image.dispatchEvent(new Event("error")); }
}
function forget(name, address) {
	drawn.delete(name);
	if (!$$("img, video").some((each) => each.src === address)) URL.revokeObjectURL(address);
}
new MutationObserver(() => $$(PICTURES).forEach(draw)).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-src", "src"] });

/* --- links and forms that the table's script leaves alone --- */
addEventListener("click", (event) => {
	const way = event.target.closest?.("a[href]"), written = way?.getAttribute("href");
	if (!way || event.defaultPrevented || written.startsWith("#") || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	follow(new URL(way.href));
});
addEventListener("submit", (event) => {
	const form = event.target;
	if (event.defaultPrevented) return;
	event.preventDefault();
	const fields = new FormData(form, event.submitter), action = form.getAttribute("action");
	if (form.method === "get") { visit(action + "?" + new URLSearchParams(fields)); return; }
	reach(action, { method: "POST", body: form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields) })
		.then((answer) => answer.json()).then(async (result) => { await visit(result.go || "/"); if (result.say) table.tell("said", result.say, result.bad); }).catch(() => {});
});
for (const type of ["input", "change"]) addEventListener(type, (event) => { if (event.target.closest?.("#ask form, .bar form")) half(true); });
addEventListener("popstate", () => { if (table) visit(window.location.pathname + window.location.search, false); });

/* --- coming in --- */
function end(text) {
	token = "";
	keep({ token: "" });
	const app = $("#app"), line = document.createElement("p");
	Object.assign(line, { id: "door", role: "alert", className: "slab", textContent: text });
	app.className = "";
	app.replaceChildren(line);
}
async function sign(door, fields) {
	const answer = await window.fetch(door, { method: "POST", body: new URLSearchParams(fields) });
	if (!answer.ok) return "";
	const found = await answer.json();
	token = found.token;
	keep({ token });
	return found.go;
}
/* What is kept is kept for all that this window shows: another launch, perhaps of somebody else, begins anew. */
async function fromDiscord() {
	const given = new URLSearchParams(window.location.search), frame = given.get("frame_id"), application = root.dataset.app;
	await discord.greet(application, frame);
	if (token && kept().frame === frame) return kept().at || "/";
	token = "";
	keep({ token, frame, at: "" });
	return sign("/in/discord", { code: await discord.vouch(application), instance: given.get("instance_id"), at: given.get("custom_id") || "" });
}
async function enter() {
	if (discord) return fromDiscord().catch(() => "");
	const secret = window.location.hash.slice(1), path = window.location.pathname, data = launch.get("tgWebAppData");
	if (window.location.hash) history.replaceState(null, "", path + window.location.search);
	if (kind === "telegram" && data) return sign("/in/telegram", { data, at: launch.get("tgWebAppStartParam") || given });
	if (path === "/in/link" && secret) return sign("/in/link", { secret });
	if (token) return path.startsWith("/in/") ? kept().at || "/" : path + window.location.search;
	const [, invitation, code, key] = path.split("/");
	return invitation === "s" && key ? sign("/in/guest", { code, secret: key }) : "";
}
greet();
try {
	const go = await enter();
	if (!go) end(words.closed);
	else {
		const { default: open } = await import(root.dataset.table);
		table = open(place, past, reach, Socket);
		await visit(go, false);
		const zone = Intl.DateTimeFormat().resolvedOptions().timeZone, form = $("input[name=token]");
		if (zone && form) reach("/zone", { method: "POST", body: new URLSearchParams({ zone, token: form.value }) }).catch(() => {});
	}
} catch { $("#door").textContent = words.unreached; }
