"use strict";
/* It is my turn: a sound, a buzz, a note outside the page; each only if chosen, and tried at once when it is. */
let audio = null;
function bell() {
	audio = audio || new AudioContext();
	const loud = audio.createGain(), now = audio.currentTime;
	loud.gain.setValueAtTime(0.12, now);
	loud.gain.exponentialRampToValueAtTime(0.001, now + 0.4);
	loud.connect(audio.destination);
	for (const [pitch, part] of [[880, 1], [1760, 0.3]]) {
		const tone = audio.createOscillator(), own = audio.createGain();
		own.gain.value = part;
		tone.frequency.value = pitch;
		tone.connect(own).connect(loud);
		tone.start(now);
		tone.stop(now + 0.4);
	}
}
const buzz = () => navigator.vibrate?.(60);
function note(text) {
	if (window.Notification?.permission !== "granted") return;
	const shown = new Notification(text, { tag: page.name });
	shown.onclick = () => { focus(); shown.close(); };
	(signal.notes ||= []).push(shown);
}
function signal(text) {
	if (root.dataset.sound) bell();
	if (root.dataset.buzz) buzz();
	if (root.dataset.alert && document.hidden) note(text);
}
/* What was told is taken back once it is no longer true. */
function calm() {
	navigator[page.mine ? "setAppBadge" : "clearAppBadge"]?.(page.mine || undefined)?.catch(() => {});
	if (!page.mine) while (signal.notes?.length) signal.notes.pop().close();
}
on("change", async (event) => {
	const { name, checked, form } = event.target;
	if (name === "sound" && checked) bell();
	if (name === "buzz" && checked) buzz();
	if (name === "alert" && checked && await window.Notification?.requestPermission() === "granted") note(say.signal_try);
	if (name === "push") push(checked).then(async (said) => { await act(form); tell("said", said); }, () => { event.target.checked = false; tell("said", say.push_failed, true); });
});

/* Push: the browser's own service tells, while no page is open; one that cannot be reached keeps nobody waiting. */
const PATIENCE = 10;
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
async function push(isOn) {
	const way = window.trustedTypes?.createPolicy("hear", { createScriptURL: (where) => where }), where = "/hear.js";
	const kept = await navigator.serviceWorker.register(way ? way.createScriptURL(where) : where);
	const old = await kept.pushManager.getSubscription(), token = $("input[name=token]").value;
	if (!isOn) {
		if (old) await Promise.all([post("/push/off", new URLSearchParams({ token, endpoint: old.endpoint })), old.unsubscribe()]);
		return "";
	}
	if (await Notification.requestPermission() !== "granted") throw new Error("denied");
	const { key } = await (await fetch("/push/key")).json();
	const given = old || await Promise.race([kept.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }), rest(PATIENCE)]);
	const device = given.toJSON();
	const answer = await post("/push", new URLSearchParams({ token, endpoint: device.endpoint, key: device.keys.p256dh, auth: device.keys.auth }));
	const result = await answer.json();
	if (result.bad) throw new Error(result.say);
	return result.say;
}
calm();
