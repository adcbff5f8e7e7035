/* --- state --- */
const askShown = () => $("#ask [data-ask]")?.dataset.ask;
let begun = 0, shown = 0;
async function refresh(where = page.refresh, focus = false) {
	const mine = ++begun, answer = await fetch(where);
	if (!answer.ok) { if (answer.status === 404) location.assign("/"); return; }
	const state = await answer.json();
	if (mine < shown) return;
	shown = mine;
	const before = $("#pr")?.textContent, asked = askShown();
	if (state.mine > page.mine) signal(state.title);
	Object.assign(page, { rev: state.rev, refresh: state.refresh, seen: Date.now(), mine: state.mine });
	document.title = state.title;
	for (const [name, value] of Object.entries(state.root)) if (root.getAttribute(name) !== value) mark(root, name, value);
	Object.assign(say, JSON.parse(root.dataset.words));
	if (typeof live === "function") await live(state.tree);
	patch($("#app"), state.tree);
	settle();
	const ask = $("#ask"), prompt = $("#pr"), line = $("#line");
	if (asked !== askShown()) {
		for (const part of $$(".list, .abar")) part.scrollTop = 0;
		if (page.pane) { page.pane = ""; settle(); }
	}
	if (line?.value && document.activeElement === line) complete(line).catch(() => {});
	if (focus) prompt?.focus({ preventScroll: true });
	else if (ask && before !== prompt?.textContent) { ask.classList.add("fresh"); setTimeout(() => ask.classList.remove("fresh"), 300); }
}
/* Nothing came: that is said, and it is asked for again until it does, or the network is back. */
let missedAt = 0;
function missed() {
	tell("reconnect", say.reconnecting.replace("@", new Date(page.seen).toTimeString().slice(0, 5)));
	clearTimeout(missedAt);
	missedAt = setTimeout(retry, 2000);
}
function retry() {
	clearTimeout(missedAt);
	missedAt = 0;
	return refresh().then(() => tell("reconnect", ""), missed);
}
addEventListener("online", () => { if (missedAt) retry(); });
/* Put back what the script owns. */
function settle() {
	root.dataset.pane = page.pane;
	for (const image of $$(".pic img")) image.onerror = () => missing(image);
	camera();
	rove();
	const tab = $("link[rel=icon]"), drawn = tab.dataset[page.mine ? "now" : "plain"];
	if (tab.getAttribute("href") !== drawn) tab.setAttribute("href", drawn);
	if (typeof calm === "function") calm();
}
function missing(image) {
	if (!$(".pic .missing")) image.closest(".pic").append(create("p", "missing", image.dataset.words));
}

const wakes = () => root.dataset.sound || root.dataset.buzz || root.dataset.alert;
let socket, wait = 1000, quiet = 0;
function listen() {
	if (!page.refresh || (document.hidden && !wakes())) return;
	const scheme = location.protocol === "https:" ? "wss:" : "ws:";
	socket = new WebSocket(`${scheme}//${location.host}/events?` + new URLSearchParams({ at: page.refresh, rev: page.rev }));
	socket.onopen = () => { wait = 1000; clearTimeout(quiet); tell("reconnect", ""); flush(); };
	socket.onmessage = (event) => { if (JSON.parse(event.data)[page.name] !== page.rev) refresh().catch(() => {}); };
	socket.onclose = () => {
		socket = clearTimeout(quiet);
		quiet = setTimeout(() => tell("reconnect", say.reconnecting.replace("@", new Date(page.seen).toTimeString().slice(0, 5))), 2000);
		setTimeout(() => socket || again(), wait * (0.8 + Math.random() * 0.4));
		wait = Math.min(wait * 2, 30000);
	};
}
async function again() {
	try { await refresh(); listen(); } catch { setTimeout(() => socket || again(), Math.min(wait *= 2, 4000)); }
}
let asleep = 0;
on("visibilitychange", () => {
	clearTimeout(asleep);
	if (document.hidden && !wakes()) asleep = setTimeout(() => { if (socket) socket.onclose = socket.close() && null; socket = null; }, 60000);
	else if (!document.hidden) socket || again();
});
