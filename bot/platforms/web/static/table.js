"use strict";
/* The page works without this. */
const $ = (query, root = document) => root.querySelector(query), $$ = (query, root = document) => [...root.querySelectorAll(query)];
const root = document.documentElement, say = JSON.parse(root.dataset.words || "{}"), SVG = "http://www.w3.org/2000/svg";
const page = { refresh: root.dataset.refresh, name: root.dataset.name, rev: root.dataset.rev, pane: "", seen: Date.now(), mine: +root.dataset.mine || 0 };
root.classList.add("js");

const on = (type, run) => document.addEventListener(type, run), mark = (element, name, value) => element?.setAttribute(name, String(value));
const create = (tag, kind = "", text = "") => Object.assign(document.createElement(tag), { className: kind, textContent: text });
const stop = (event) => event.preventDefault();
const fieldsOf = (form) => new URLSearchParams(new FormData(form));
const post = (where, body) => fetch(where, { method: "POST", body, headers: { "X-Script": "1" } });

/* --- patching [tag, attributes, ...children] onto what is there --- */
const keyOf = (node) => node[1].id || node[1]["data-key"] || "", keyIn = (element) => element.id || element.dataset.key || "";
function make(node, inSvg) {
	if (!Array.isArray(node)) return document.createTextNode(node);
	const drawn = inSvg || node[0] === "svg", element = drawn ? document.createElementNS(SVG, node[0]) : document.createElement(node[0]);
	for (const [name, value] of Object.entries(node[1])) element.setAttribute(name, value);
	element.append(...node.slice(2).map((child) => make(child, drawn)));
	return element;
}
const fits = (old, node) => Array.isArray(node)
	? old.nodeType === 1 && old.localName === node[0].toLowerCase() && keyIn(old) === keyOf(node)
	: old.nodeType === 3;
function patch(old, node) {
	if (!Array.isArray(node)) { if (old.data !== node) old.data = node; return; }
	const [, attributes, ...children] = node;
	for (const name of old.getAttributeNames()) if (!(name in attributes) && !/^style|open$/.test(name)) old.removeAttribute(name);
	for (const [name, value] of Object.entries(attributes)) {
		if (old.getAttribute(name) === value) continue;
		if (name === "src" && old.localName === "img") swap(old, value); else old.setAttribute(name, value);
	}
	patchChildren(old, children);
}
function patchChildren(parent, nodes) {
	const there = [...parent.childNodes].filter((child) => !(child.dataset && child.dataset.local));
	let at = 0;
	for (const node of nodes) {
		let found = there.findIndex((child, index) => index >= at && fits(child, node));
		if (found > at && !(Array.isArray(node) && keyOf(node))) found = -1;
		if (found < 0) {
			const fresh = make(node, parent.namespaceURI === SVG);
			parent.insertBefore(fresh, there[at] || null);
			there.splice(at, 0, fresh);
		} else {
			while (at < found) { there[at].remove(); there.splice(at, 1); found--; }
			patch(there[at], node);
		}
		at++;
	}
	while (there.length > at) there.pop().remove();
}
function swap(image, source) {
	const next = new Image();
	next.onload = next.onerror = () => { image.src = source; };
	next.src = source;
}

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
	if (asked !== askShown() && page.pane) { page.pane = ""; settle(); }
	if (line?.value && document.activeElement === line) complete(line).catch(() => {});
	if (focus) prompt?.focus({ preventScroll: true });
	else if (ask && before !== prompt?.textContent) { ask.classList.add("fresh"); setTimeout(() => ask.classList.remove("fresh"), 300); }
}
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

/* --- the script's own notices --- */
function tell(kind, text, bad = false, action = null, rule = null) {
	const place = $("#p-notices") || $("#notices");
	$$(`[data-local=${kind}]`).forEach((old) => old.remove());
	if (!place) return;
	if (!text) return;
	const line = create("p", bad ? "notice bad" : "notice"), button = create("button", "", action ? action[0] : say.close);
	line.dataset.local = kind;
	line.role = bad ? "alert" : "status";
	button.type = "button";
	button.onclick = () => { line.remove(); action?.[1](); };
	line.append(create("span", "", text), button);
	if (rule) {
		const way = Object.assign(create("a", "", rule[0]), { href: rule[1] });
		way.dataset.panel = "";
		line.firstChild.append(" ", way);
	}
	place.append(line);
}

/* --- acting: a request has an id of its own, so it acts once however often it is sent --- */
let waiting = null;
async function act(form, submitter) {
	closeList();
	const body = fieldsOf(form);
	if (submitter?.name) body.append(submitter.name, submitter.value);
	body.set("request", Array.from(crypto.getRandomValues(new Uint32Array(4))).join("-"));
	mark(submitter, "aria-busy", "true");
	waiting = { action: form.getAttribute("action"), body, line: $("#line")?.value };
	await flush();
	submitter?.removeAttribute("aria-busy");
}
async function flush() {
	if (!waiting || waiting.busy) return;
	const sent = waiting;
	sent.busy = true;
	const slow = setTimeout(() => tell("sending", say.sending), 1000);
	try {
		const answer = await post(sent.action, sent.body);
		if (answer.status === 429) { sent.busy = false; setTimeout(flush, 1000 * (answer.headers.get("Retry-After") || 3)); return; }
		if (waiting === sent) waiting = null;
		tell("sending", "");
		if (!answer.ok) { tell("said", await answer.text() || String(answer.status), true); return; }
		const file = /filename="(.+)"/.exec(answer.headers.get("Content-Disposition"));
		if (file) { save(await answer.blob(), file[1]); return; }
		const result = await answer.json();
		if (result.tree) panel(result.tree); else await done(result, sent);
	} catch {
		sent.busy = false;
		tell("sending", say.sending, false, [say.do_not_send, () => { waiting = null; }]);
		setTimeout(flush, 1500);
	} finally { clearTimeout(slow); }
}
/* What somebody has begun to type meanwhile is left alone. */
async function done(result, sent) {
	const to = new URL(result.go, location.href), here = to.pathname === location.pathname, inside = $("dialog.panel");
	if (inside && (here || result.bad)) { if (!result.bad) shut(); }
	else if (inside && isBeside(to)) { await open(to); tell("said", result.quiet ? "" : result.say, result.bad, null, result.rule); await refresh(); return; }
	tell("said", result.quiet ? "" : result.say, result.bad, null, result.rule);
	if (inside && result.bad) return;
	const line = $("#line");
	if (line && !result.bad && line.value === sent.line) line.value = "";
	const isTyping = line?.value && document.activeElement === line;
	if (!here || !page.refresh) { location.assign(to); if (here) location.reload(); return; }
	const view = new URLSearchParams(location.search).get("view");
	if (view) to.searchParams.set("view", view);
	const where = to.pathname.replace(/\/$/, "") + "/state" + to.search;
	to.searchParams.delete("view");
	history.replaceState(null, "", to.pathname + to.search + (view ? (to.search ? "&" : "?") + "view=" + view : ""));
	await refresh(where, !result.bad && !isTyping && !inside);
	const said = $("#said");
	if (result.quiet && said) said.textContent = result.say;
}
on("submit", (event) => {
	const form = event.target;
	if (form.method !== "post") { if (form.closest("dialog.panel")) { stop(event); open(new URL(form.getAttribute("action") + "?" + fieldsOf(form), location.href)); } return; }
	if ("page" in form.dataset || form.enctype === "multipart/form-data") return;
	stop(event);
	act(form, event.submitter);
});

/* --- pages beside the table open over it, and closing them is the way back --- */
const isBeside = (to) => /^\/(rules|settings|keys)|\/(tools|leave)$/.test(to.pathname);
const shut = () => { const old = $("dialog.panel"); old?.close(); };
function panel(tree) {
	const old = $("dialog.panel"), dialog = old || create("dialog", "panel"), close = create("button", "shut", say.close);
	close.onclick = shut;
	dialog.replaceChildren(make(beside(tree)), close);
	if (!old) {
		const from = document.activeElement;
		dialog.onclose = () => { dialog.remove(); from?.focus(); };
		dialog.onclick = (event) => { if (event.target === dialog) shut(); };
		document.body.append(dialog);
		dialog.showModal();
	}
	dialog.scrollTop = 0;
	dialog.ariaLabel = $("h1", dialog)?.textContent || "";
	close.focus();
}
/* Its ids must not meet those of the table. */
function beside(node) {
	if (!Array.isArray(node)) return node;
	const { id, ...rest } = node[1];
	if (id) Object.assign(rest, { id: "p-" + id });
	return [node[0], rest, ...node.slice(2).map(beside)];
}
async function open(to) {
	const answer = await fetch(to.pathname + to.search, { headers: { "X-Script": "1" } });
	if (!answer.ok || answer.redirected) { location.assign(to); return; }
	panel((await answer.json()).tree);
	const wanted = to.hash && document.getElementById("p-" + to.hash.slice(1));
	if (wanted) { wanted.classList.add("target"); wanted.scrollIntoView(); }
}
function save(blob, name) {
	const way = Object.assign(create("a"), { href: URL.createObjectURL(blob), download: name });
	way.click();
	setTimeout(() => URL.revokeObjectURL(way.href), 10000);
}
on("change", (event) => {
	const form = event.target.form;
	if (form && "auto" in form.dataset && event.target.type !== "text" && event.target.name !== "push") form.requestSubmit();
});

/* --- choosing: every link only chooses; the address keeps the half-made move --- */
async function choose(href) {
	const to = new URL(href, location.href);
	history.replaceState(null, "", to.pathname + to.search);
	page.refresh = to.pathname + "/state" + to.search;
	const at = document.activeElement?.closest?.(".live a")?.dataset.key, number = document.activeElement?.dataset?.number;
	await refresh(to.pathname + "/state" + to.search);
	const again = at ? $(`.live [data-key="${at}"]`) : number ? $(`#list [data-number="${number}"]`) : null;
	if (again && !again.contains(document.activeElement)) again.focus({ preventScroll: true });
	const lead = $("[data-lead]");
	$("#said").textContent = lead ? lead.textContent : $("#pr")?.textContent || "";
}
/* One tab stop inside the board; arrows walk by position. */
const links = () => $$(".live a:not(.tell)");
function rove() {
	const all = links(), now = all.find((way) => way === document.activeElement) || all[0];
	all.forEach((way) => mark(way, "tabindex", way === now ? 0 : -1));
}
function walk(from, key) {
	const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
	const at = from.getBoundingClientRect(), x = at.x + at.width / 2, y = at.y + at.height / 2;
	let best = null, least = Infinity;
	for (const way of links()) {
		const box = way.getBoundingClientRect(), a = box.x + box.width / 2 - x, b = box.y + box.height / 2 - y;
		const along = a * dx + b * dy, aside = Math.abs(a * dy) + Math.abs(b * dx);
		if (way !== from && along > 2 && along + 2.5 * aside < least) { least = along + 2.5 * aside; best = way; }
	}
	if (!best) return;
	mark(from, "tabindex", -1);
	mark(best, "tabindex", 0);
	best.focus();
}
/* The camera: the whole board, or the panel of what is lit where that is small; pinching, tapping twice, `z` and the button change it. */
const CLOSEST = 4, COMFORT = 32, FINGER = 24;
let zoomed = 0, looked = "", nearness = 1;
const boardOf = (svg) => svg.getAttribute("viewBox").split(" ").map(Number).slice(2);
function camera(by, at) {
	const view = $(".view"), pic = $(".view .pic"), cam = $(".cam"), svg = $(".view .live");
	if (!view || !cam || !svg) return;
	const focus = svg.dataset.focus || "", [wide, high] = boardOf(svg), upright = innerHeight > innerWidth;
	const whole = Math.min(view.clientWidth, view.clientHeight * wide / high * (upright ? 1.3 : 1));
	const isNew = by === undefined && focus !== looked;
	if (isNew) { looked = focus; const [, , , , small, wanted] = focus.split(" "); zoomed = focus && small * whole / wide < wanted - 0.5 ? -1 : 0; }
	if (by !== undefined) zoomed = by;
	const old = cam.clientWidth || 1, middle = at || [(pic.scrollLeft + view.clientWidth / 2) / old, (pic.scrollTop + view.clientHeight / 2) / old];
	nearness = zoomed > 0 ? zoomed : 1;
	let [x, y] = [middle[0] * wide, middle[1] * wide];
	if (zoomed < 0 && focus) {
		const [fx, fy, fw, fh] = focus.split(" ").map(Number);
		nearness = Math.max(1, Math.min(CLOSEST, 0.97 * view.clientWidth * wide / (fw * whole), 0.97 * view.clientHeight * wide / (fh * whole)));
		if (+focus.split(" ")[5] < COMFORT) nearness = Math.min(nearness, 1.4 * COMFORT * wide / (focus.split(" ")[4] * whole));
		[x, y] = [fx + fw / 2, fy + fh / 2];
	}
	const width = whole * nearness;
	cam.style.width = width + "px";
	cam.style.margin = `0 ${Math.max(0, (view.clientWidth - width) / 2)}px`;
	if (zoomed < 0 || by !== undefined) {
		pic.scrollLeft = x / wide * width - view.clientWidth / 2;
		pic.scrollTop = y / wide * width - view.clientHeight / 2;
	} else if (isNew) pic.scrollTop = 0;
	const named = $(".zoomer");
	if (named) named.ariaLabel = nearness > 1.05 ? named.dataset.whole : (named.dataset.enlarge ||= named.ariaLabel);
	inSight();
	map();
}
/* What is explained stays in sight above its card. */
function inSight() {
	const shown = $(".live .foc"), pic = $(".view .pic"), card = $(".card");
	pic.style.paddingBottom = "";
	if (!shown || !card || card.getBoundingClientRect().left > pic.getBoundingClientRect().right - 9) return;
	const top = card.getBoundingClientRect().top, seen = pic.getBoundingClientRect(), box = shown.getBoundingClientRect();
	if (box.bottom < top && box.top > seen.top) return;
	pic.style.paddingBottom = Math.max(0, seen.bottom - top) + "px";
	pic.scrollTop += (box.top + box.bottom) / 2 - (seen.top + top) / 2;
}
/* When near: a small map, which brings the whole board back. */
function map() {
	const view = $(".view"), pic = $(".view .pic"), cam = $(".cam"), image = $(".cam img");
	let small = $(".map");
	if (nearness < 1.05 || !image) { small?.remove(); return; }
	if (!small) {
		small = create("button", "map");
		small.type = "button";
		small.dataset.local = "map";
		small.dataset.zoom = "";
		small.append(new Image(), create("i"));
		view.append(small);
	}
	small.ariaLabel = $(".zoomer")?.dataset.whole || "";
	if (small.firstChild.src !== image.currentSrc) Object.assign(small.firstChild, { src: image.currentSrc || image.src, alt: "" });
	const scale = 68 / cam.clientWidth, frame = small.lastChild.style;
	frame.left = 3 + pic.scrollLeft * scale + "px";
	frame.top = 3 + pic.scrollTop * scale + "px";
	frame.width = Math.min(68, view.clientWidth * scale) + "px";
	frame.height = view.clientHeight * scale + "px";
}
document.addEventListener("scroll", (event) => { if (event.target.matches?.(".view .pic")) map(); }, true);
const placeOf = (event) => { const box = $(".cam").getBoundingClientRect(); return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.width]; };
const near = (by, at) => camera(by <= 1.02 ? 0 : Math.min(CLOSEST, by), at);
/* What is too small for a finger comes nearer first. */
let touch = false;
function isTooSmall(way, event) {
	const box = $(".hit", way)?.getBoundingClientRect(), least = box && Math.min(box.width, box.height);
	if (!touch || !box || least >= FINGER - 0.5 || nearness >= CLOSEST) return false;
	near(nearness * COMFORT / least, placeOf(event));
	return true;
}
on("pointerdown", (event) => { touch = event.pointerType === "touch"; });
/* Two fingers are ours from the start: once the browser scrolls with them it tells no more. */
let spread = 0;
const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
for (const kind of ["touchstart", "touchmove"]) document.addEventListener(kind, (event) => {
	if (event.touches.length !== 2 || !event.target.closest(".view")) return;
	event.preventDefault();
	clearTimeout(pressing);
	const now = apart(event.touches), [a, b] = event.touches;
	if (kind === "touchmove" && spread) near(Math.max(1, nearness * now / spread), placeOf({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }));
	spread = now;
}, { passive: false });
document.addEventListener("wheel", (event) => {
	if (!event.ctrlKey || !event.target.closest(".view")) return;
	stop(event);
	near(Math.max(1, nearness * (event.deltaY < 0 ? 1.2 : 0.83)), placeOf(event));
}, { passive: false });
on("dblclick", (event) => { if (event.target.closest(".cam") && !event.target.closest("a:not(.tell)")) nearness > 1.05 ? camera(0) : near(2.2, placeOf(event)); });
const toggleZoom = () => { if (nearness > 1.05) camera(0); else if ($(".live")?.dataset.focus && $(".live").dataset.focus !== "") { camera(-1); if (nearness < 1.05) near(2); } else near(2); };
/* A long press or a right click explains. */
let pressing = 0, explained = false;
on("pointerdown", (event) => {
	const way = event.target.closest("[data-about]");
	explained = false;
	if (way) pressing = setTimeout(() => { explained = true; choose(way.dataset.about); }, 450);
});
for (const end of ["pointerup", "pointercancel", "pointermove"]) on(end, (event) => { if (end !== "pointermove" || Math.abs(event.movementX) + Math.abs(event.movementY) > 3) clearTimeout(pressing); });
on("contextmenu", (event) => {
	const way = event.target.closest("[data-about]");
	if (way) { stop(event); choose(way.dataset.about); }
});

on("click", (event) => {
	const target = event.target.closest("[data-to],[data-plan],[data-zoom],[data-copy],[data-panel],[data-close],dialog .band a,[aria-disabled=true]");
	if (!target) return;
	if (target.matches("[aria-disabled=true]")) { stop(event); return; }
	const set = target.dataset;
	if ("to" in set) { stop(event); page.pane = page.pane === set.to ? "" : set.to; settle(); }
	else if ("plan" in set) { if (!page.refresh) return; stop(event); if (!explained && !isTooSmall(target, event)) choose(target.getAttribute("href")); }
	else if ("zoom" in set) { stop(event); toggleZoom(); }
	else if ("panel" in set && page.refresh) { stop(event); open(new URL(target.href)).catch(() => location.assign(target.href)); }
	else if (target.closest("dialog.panel") && new URL(target.href || "", location.href).pathname === location.pathname) { stop(event); shut(); }
	else if ("copy" in set) { navigator.clipboard?.writeText(set.copy); target.lastChild.textContent = say.copied; }
});
let typing = 0, asked = 0;
function closeList() {
	const line = $("#line");
	clearTimeout(typing);
	asked++;
	$(".complete")?.remove();
	mark(line, "aria-expanded", "false");
	line?.removeAttribute("aria-activedescendant");
}
async function complete(line) {
	const form = line.form, body = fieldsOf(form), mine = ++asked;
	if (!line.value.trim() || line.value.startsWith("/")) { closeList(); return; }
	const answer = await post(form.getAttribute("action") + "?dry=1", body), found = answer.ok && await answer.json();
	if (!found || mine !== asked || document.activeElement !== line) return;
	const box = create("div", "complete"), reads = create("p", "reads"), list = create("div");
	$(".complete")?.remove();
	box.dataset.local = "complete";
	reads.role = "status";
	const add = (tag, text) => reads.append(create(tag, "", text));
	if (found.reads.length) { add("em", say.reads); found.reads.forEach((part) => add("span", part)); }
	if (found.next) add("em", say.then + " " + found.next);
	if (found.bad) add("em", found.bad);
	Object.assign(list, { id: "list", role: "listbox", ariaLabel: line.placeholder });
	found.options.forEach((option, index) => {
		const entry = Object.assign(create("div"), { id: "c" + index, role: "option", ariaSelected: "false" });
		entry.append(create("span", "", option.line), create("small", "", option.note));
		entry.onpointerdown = (event) => { stop(event); take(line, option.line); };
		list.append(entry);
	});
	box.append(reads, list);
	line.form.append(box);
	mark(line, "aria-expanded", found.options.length > 0);
}
function take(line, text) { line.value = text + " "; complete(line); }
on("input", (event) => {
	if (event.target.id === "line") { clearTimeout(typing); typing = setTimeout(() => complete(event.target).catch(() => {}), 120); }
});
on("focusin", (event) => document.body.classList.toggle("typing", event.target.id === "line"));
on("keydown", (event) => {
	const line = $("#line"), inField = event.target.matches("input,select");
	if (line && event.target === line) {
		const all = $$(".complete [role=option]"), at = all.findIndex((option) => option.getAttribute("aria-selected") === "true"), by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (by && all.length) {
			stop(event);
			const to = all[(at + by + all.length) % all.length];
			all.forEach((option) => mark(option, "aria-selected", option === to));
			mark(line, "aria-activedescendant", to.id);
		} else if (event.key === "Tab" && !event.shiftKey && all.length) { stop(event); take(line, all[Math.max(at, 0)].firstChild.textContent); }
		else if (event.key === "Escape") closeList();
		return;
	}
	if (inField || event.ctrlKey || event.metaKey || event.altKey || $("dialog")) return;
	const pane = { b: "", h: "hand", l: "log", o: "list" }[event.key], way = event.target.closest?.(".live a");
	if (event.key === "/" && line) { stop(event); if (!line.offsetParent) { page.pane = "list"; settle(); } line.focus(); }
	else if (way && event.key.startsWith("Arrow")) { stop(event); walk(way, event.key); }
	else if (!way && event.key.startsWith("Arrow") && event.target.closest?.(".view")) { stop(event); links()[0]?.focus(); }
	else if (way && event.key === "Enter" && way.matches(".sel") && $("[data-lead]")) { stop(event); if (!$("#ask").classList.contains("fresh")) $("[data-lead]").click(); }
	else if (way && event.key === "i") choose(way.dataset.about || way.getAttribute("href"));
	else if (event.key === "z") toggleZoom();
	else if (event.key === "m") $("#pr")?.focus();
	else if (pane !== undefined && $(".view")) { page.pane = pane; settle(); $(pane ? "." + pane + ".pane" : ".view")?.focus(); }
	else if (event.key === "u") $("[data-undo]")?.click();
	else if (event.key === "?") $(".table") ? open(new URL("/keys", location.href)) : location.assign("/keys");
	else if (event.key === "r") ($("[data-turn]") || $('a[href^="/rules/"]'))?.click();
	else if (event.key === "Escape") { if (page.pane) { page.pane = ""; settle(); } else ($("[data-shut]") || $("#ask [data-back]"))?.click(); }
	else if (event.key === "Enter" && event.target.matches("body, #pr, .view, [data-number]") && $("[data-lead]")) { const chosen = event.target.dataset?.number && event.target.ariaCurrent !== "true"; if (!chosen && !$("#ask").classList.contains("fresh")) { stop(event); $("[data-lead]").click(); } }
	else if (/^[1-9]$/.test(event.key)) $(`#list [data-number="${event.key}"]`)?.click();
});

settle();
addEventListener("resize", settle);
addEventListener("load", settle);
listen();
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone, token = $("input[name=token]");
if (zone && token && zone !== root.dataset.zone) post("/zone", new URLSearchParams({ zone, token: token.value })).catch(() => {});
