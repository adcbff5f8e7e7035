"use strict";
/* The page works without this. */
const $ = (query, root = document) => root.querySelector(query), $$ = (query, root = document) => [...root.querySelectorAll(query)];
const root = document.documentElement, say = JSON.parse(root.dataset.words || "{}"), SVG = "http://www.w3.org/2000/svg";
const page = { refresh: root.dataset.refresh, name: root.dataset.name, rev: root.dataset.rev, pane: "board", group: 0, seen: Date.now(), mine: +root.dataset.mine || 0 };
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
const askShown = () => $("#ask > [data-key]")?.dataset.key;
async function refresh(where = page.refresh, focus = false) {
	const answer = await fetch(where);
	if (!answer.ok) { if (answer.status === 404) location.assign("/"); return; }
	const state = await answer.json();
	const before = $("#pr")?.textContent, asked = askShown();
	if (state.mine > page.mine) signal(state.title);
	Object.assign(page, { rev: state.rev, refresh: state.refresh, seen: Date.now(), mine: state.mine });
	document.title = state.title;
	for (const [name, value] of Object.entries(state.root)) if (root.getAttribute(name) !== value) mark(root, name, value);
	Object.assign(say, JSON.parse(root.dataset.words));
	patch($("#app"), state.tree);
	settle();
	const ask = $("#ask"), prompt = $("#pr"), line = $("#line");
	if (ask && asked !== askShown()) ask.scrollTop = 0;
	if (line?.value && document.activeElement === line) complete(line).catch(() => {});
	if (focus) prompt?.focus({ preventScroll: true });
	else if (ask && before !== prompt?.textContent) { ask.classList.add("fresh"); setTimeout(() => ask.classList.remove("fresh"), 300); }
}
/* It is my turn now: a sound or a note outside the page, if chosen. */
let audio = null;
function signal(text) {
	if (root.dataset.sound) {
		audio = audio || new AudioContext();
		const tone = audio.createOscillator(), loud = audio.createGain(), now = audio.currentTime;
		loud.gain.setValueAtTime(0.15, now);
		loud.gain.exponentialRampToValueAtTime(0.001, now + 0.7);
		tone.frequency.setValueAtTime(523, now);
		tone.frequency.setValueAtTime(784, now + 0.18);
		tone.connect(loud).connect(audio.destination);
		tone.start(now);
		tone.stop(now + 0.7);
	}
	if (root.dataset.alert && document.hidden && window.Notification?.permission === "granted") new Notification(text, { tag: page.name }).onclick = () => focus();
}
/* Put back what the script owns. */
function settle() {
	root.dataset.pane = page.pane;
	for (const tab of $$(".tabs [role=tab]")) mark(tab, "aria-selected", tab.dataset.to === page.pane);
	const chips = $$("[data-open]");
	if (page.group >= chips.length) page.group = 0;
	chips.forEach((chip, index) => mark(chip, "aria-pressed", index === page.group));
	$$("[data-group]").forEach((group, index) => group.classList.toggle("open", index === page.group));
	for (const spot of $$("[data-box]")) {
		const [x, y, w, h] = spot.dataset.box.split(" "), part = $(".pic .open").offsetHeight / $(".pic").offsetHeight;
		Object.assign(spot.style, { left: x + "%", top: y * part + "%", width: w + "%", height: h * part + "%" });
	}
	for (const image of $$(".pic img")) image.onerror = () => missing(image);
	$$("form[data-bounds]").forEach((form) => { recall(form); count(form); });
	const tab = $("link[rel=icon]"), drawn = tab.dataset[page.mine ? "now" : "plain"];
	if (tab.getAttribute("href") !== drawn) tab.setAttribute("href", drawn);
}
/* A choice that is half made outlives a reload: it is kept in this tab until it is sent. */
const half = (form) => `half ${form.dataset.ask}`;
function keep(form) {
	if (form?.dataset.ask) sessionStorage.setItem(half(form), new URLSearchParams([...new FormData(form)].filter(([name]) => !/^(token|ask|seat)$/.test(name))));
}
function recall(form) {
	const kept = sessionStorage.getItem(half(form));
	if (form.recalled || !kept) return;
	form.recalled = true;
	const given = new URLSearchParams(kept);
	for (const field of $$("input[name]", form)) {
		if (field.name === "tick") field.checked = given.getAll("tick").includes(field.value);
		else if (field.name === "order" || field.type === "number") field.value = given.get(field.name) ?? field.value;
	}
	ranks(form);
}
function missing(image) {
	if (!$(".pic .missing")) image.closest(".pic").append(create("p", "missing", image.dataset.words));
}

let socket, wait = 1000, quiet = 0;
function listen() {
	if (!page.refresh || (document.hidden && !root.dataset.sound && !root.dataset.alert)) return;
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
	if (document.hidden && !root.dataset.sound && !root.dataset.alert) asleep = setTimeout(() => { if (socket) socket.onclose = socket.close() && null; socket = null; }, 60000);
	else if (!document.hidden) socket || again();
});

/* --- the script's own notices --- */
function tell(kind, text, bad = false, action = null, rule = null) {
	const place = $("dialog .notices") || $("#notices");
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
	waiting = { action: form.getAttribute("action"), body, line: $("#line")?.value, ask: form.dataset.ask };
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
	if (sent.ask) sessionStorage.removeItem(`half ${sent.ask}`);
	const line = $("#line");
	if (line && !result.bad && line.value === sent.line) line.value = "";
	const isTyping = line?.value && document.activeElement === line;
	if (!here || !page.refresh) { location.assign(to); if (here) location.reload(); return; }
	const view = new URLSearchParams(location.search).get("view");
	if (view) to.searchParams.set("view", view);
	const where = to.pathname.replace(/\/$/, "") + "/state" + to.search;
	for (const name of ["ask", "draft", "view"]) to.searchParams.delete(name);
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
	if (event.target.name === "alert" && event.target.checked) window.Notification?.requestPermission();
	if (form && "auto" in form.dataset && event.target.type !== "text") form.requestSubmit();
	if (form && form.dataset.bounds) { rank(event.target, form); keep(form); }
});

function count(form) {
	const [least, most, budget] = form.dataset.bounds.split(" ").map(Number);
	const fields = $$("input[type=number]", form), ticks = $$("input[name=tick]", form);
	const total = fields.reduce((sum, field) => sum + +field.value, 0) + ticks.filter((tick) => tick.checked).length;
	const cost = fields.reduce((sum, field) => sum + field.value * (field.dataset.price || 0), 0);
	const place = $("[data-count]", form), isLegal = total >= least && total <= most && (budget < 0 || cost <= budget);
	if (place) place.textContent = say.of.replace("@", total).replace("@", most) + (budget >= 0 ? " · " + say.spent.replace("@", cost).replace("@", budget) : "");
	const send = $(".send .main", form);
	mark(send, "aria-disabled", !isLegal);
	if (send) send.textContent = total < least ? say.missing.replace("@", least - total) : send.dataset.label.replace("@", total).replace("@", cost);
	for (const button of $$(".counts [data-step]", form)) {
		const { value, max } = $("input", button.parentNode);
		mark(button, "aria-disabled", button.dataset.step > 0 ? +value >= max || total >= most : value < 1);
	}
}
function rank(tick, form) {
	count(form);
	const order = $("input[name=order]", form);
	if (!order) return;
	const chosen = order.value.split(" ").filter((value) => value && value !== tick.value);
	if (tick.checked) chosen.push(tick.value);
	order.value = chosen.join(" ");
	ranks(form);
}
function ranks(form) {
	const chosen = ($("input[name=order]", form)?.value || "").split(" ");
	for (const each of $$("input[name=tick]", form)) {
		const mark = $("[data-rank]", each.closest("label"));
		if (mark) mark.textContent = each.checked ? String(chosen.indexOf(each.value) + 1) : "";
	}
}
function step(button) {
	if (button.matches("[aria-disabled=true]")) return;
	const field = $("input", button.parentNode), by = +button.dataset.step;
	field.value = Math.min(+field.max, Math.max(+field.min, +field.value + by));
	if (field.form.dataset.bounds) { count(field.form); keep(field.form); }
}
let running = 0;
on("pointerdown", (event) => {
	const button = event.target.closest("[data-step]");
	if (button) running = setTimeout(function run() { step(button); running = setTimeout(run, 70); }, 450);
});
for (const end of ["pointerup", "pointercancel"]) on(end, () => clearTimeout(running));

on("click", (event) => {
	const target = event.target.closest("[data-step],[data-to],[data-open],[data-further],[data-zoom],[data-copy],[data-panel],[data-close],dialog .band a,[aria-disabled=true]");
	if (!target) return;
	if (target.matches("[aria-disabled=true]")) { stop(event); return; }
	const set = target.dataset;
	if ("step" in set) step(target);
	else if ("to" in set) { page.pane = set.to; settle(); }
	else if ("open" in set) { page.group = +set.open; settle(); }
	else if ("further" in set) { stop(event); const to = new URL(target.href); refresh(to.pathname + "/state" + to.search, true); }
	else if ("zoom" in set) { stop(event); zoom($("img", target)); }
	else if ("panel" in set && page.refresh) { stop(event); open(new URL(target.href)).catch(() => location.assign(target.href)); }
	else if (target.closest("dialog.panel") && new URL(target.href || "", location.href).pathname === location.pathname) { stop(event); shut(); }
	else if ("copy" in set) { navigator.clipboard?.writeText(set.copy); target.lastChild.textContent = say.copied; }
});
function zoom(image) {
	const dialog = create("dialog"), large = new Image(), shut = create("button", "shut", say.close);
	Object.assign(large, { src: image.currentSrc || image.src, alt: image.alt });
	shut.onclick = () => dialog.close();
	dialog.onclose = () => dialog.remove();
	dialog.append(shut, large);
	document.body.append(dialog);
	dialog.showModal();
}

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
	line.closest(".bar, main").append(box);
	mark(line, "aria-expanded", found.options.length > 0);
}
function take(line, text) { line.value = text + " "; complete(line); }
on("input", (event) => {
	if (event.target.id === "line") { clearTimeout(typing); typing = setTimeout(() => complete(event.target).catch(() => {}), 120); }
	else if (event.target.form && event.target.form.dataset.bounds) { count(event.target.form); keep(event.target.form); }
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
	const pane = { b: "board", h: "hand", l: "log" }[event.key];
	if (event.key === "/" && line) { stop(event); line.focus(); }
	else if (event.key === "m") $("#pr")?.focus();
	else if (pane && $(".tabs")) { page.pane = pane; settle(); $("." + pane + ".pane")?.focus(); }
	else if (event.key === "u") $("[data-undo]")?.click();
	else if (event.key === "?") $(".table") ? open(new URL("/keys", location.href)) : location.assign("/keys");
	else if (event.key === "r") $('a[href^="/rules/"]')?.click();
	else if (event.key === "Escape") $("#ask [data-back]")?.click();
	else if (/^[1-9]$/.test(event.key)) $$(`#ask [data-number="${event.key}"]`).find((tile) => tile.offsetParent)?.click();
});

settle();
addEventListener("resize", settle);
addEventListener("load", settle);
listen();
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone, token = $("input[name=token]");
if (zone && token && zone !== root.dataset.zone) post("/zone", new URLSearchParams({ zone, token: token.value })).catch(() => {});
