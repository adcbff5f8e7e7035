"use strict";
/* Looking back: earlier positions, moves one by one, the curve. The links work without this. */
const paceOf = () => $(".screen") ? 4 : +root.dataset.pace || 0, isCalm = () => !!root.dataset.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
const isDark = () => root.dataset.theme === "dark" || (root.dataset.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
const themed = (source) => `${source}&theme=${isDark() ? "dark" : "light"}`;
const rest = (seconds) => new Promise((wake) => setTimeout(wake, 1000 * seconds));

/* --- another position in the same page --- */
let going = 0, isLeaving = false;
addEventListener("beforeunload", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });
async function stateOf(where) {
	const answer = await fetch(where, { headers: { "X-Script": "1" } });
	return answer.ok ? answer.json() : null;
}
/* The next position is fetched while this one is looked at, its picture too. */
let ahead = [];
const pictureIn = (node) => Array.isArray(node) ? (node[0] === "img" ? node[1].src : node.slice(2).reduce((found, child) => found || pictureIn(child), "")) : "";
function lookAhead(where) {
	const state = stateOf(where).catch(() => null);
	ahead = [where, state];
	state.then((found) => { const source = found && pictureIn(found.tree); if (source) new Image().src = source.replace(/theme=\w+/, "theme=" + (isDark() ? "dark" : "light")); });
}
async function goTo(where, keeps = true) {
	const mine = ++going, state = await (ahead[0] === new URL(where, location.href).href ? ahead[1] : stateOf(where));
	if (!state) { location.assign(where); return; }
	if (mine !== going || isLeaving) return;
	document.title = state.title;
	const focused = document.activeElement?.dataset?.past;
	patch($("#app"), state.tree);
	if (keeps) history.pushState({ past: 1 }, "", where);
	ready();
	if (focused) ($(`[data-past=${focused}]`) || $("[data-present]"))?.focus();
}
let playing = 0;
function press(isOn) {
	const button = $("[data-play]");
	mark(button, "aria-pressed", isOn);
	$("use", button)?.setAttribute("href", $("use", button).getAttribute("href").replace(/#.*/, isOn ? "#pause" : "#play"));
}
function play(isOn) {
	clearTimeout(playing);
	playing = 0;
	press(isOn);
	if (!isOn) return;
	playing = setTimeout(async () => {
		const next = $("[data-past=next]");
		if (!next || !playing) { play(false); return; }
		await goTo(next.href).catch(() => {});
		if (playing) play($("[data-past=next]") !== null);
	}, 1000 * (paceOf() || 2));
}
function ready() {
	for (const button of $$(".past [data-play]")) button.hidden = !$("[data-past=next]") && !playing;
	const kept = sessionStorage.getItem("table " + location.pathname.split("/")[2]);
	for (const way of kept ? $$("[data-present]") : []) way.href = kept;
	const next = $("[data-past=next]"), image = $(".past .pic img, .ended .pic img");
	if (image) image.onerror = () => missing(image);
	if (next) lookAhead(next.href);
	$(".moves [aria-current]")?.scrollIntoView({ block: "nearest" });
}
if ($(".past, .ended, .screen")) ready();
/* The way back leads to the table as it was left, with a choice that is half made. */
addEventListener("pagehide", () => { if ($(".table")) sessionStorage.setItem("table " + page.name, location.pathname + location.search); });
addEventListener("popstate", (event) => { if ($(".past")) goTo(location.pathname + location.search, false).catch(() => isLeaving || location.reload()); });

on("click", (event) => {
	const target = event.target.closest("[data-past],[data-play]");
	if (!target || event.ctrlKey || event.metaKey) return;
	const was = playing;
	if ("play" in target.dataset) { if (was) { play(false); if ($("#knob")) follow(); } else if (document.querySelector(".ended")) playRounds(); else play(true); return; }
	stop(event);
	play(false);
	goTo(target.getAttribute("href")).catch(() => isLeaving || location.assign(target.href));
});
let touched = null;
on("pointerdown", (event) => { touched = event.target.closest(".past .pic") ? event.clientX : null; });
on("pointerup", (event) => {
	const moved = touched === null ? 0 : event.clientX - touched;
	touched = null;
	if (Math.abs(moved) > 60) $(`[data-past=${moved < 0 ? "next" : "back"}]`)?.click();
});
on("keydown", (event) => {
	if (event.target.matches("input,select,textarea") || event.ctrlKey || event.metaKey || event.altKey || $("dialog")) return;
	const inPast = $(".past"), by = { ArrowLeft: "back", "[": "back", ArrowRight: "next", "]": "next", Home: "first" }[event.key];
	if (inPast && by) { stop(event); $(`[data-past=${by}]`)?.click(); }
	else if (inPast && event.key === " " && !event.target.matches("button,a")) { stop(event); $("[data-play]")?.click(); }
	else if (inPast && event.key === "Escape") { stop(event); $("[data-present]")?.click(); }
	else if (event.key === "[" && $(".table #steps")) location.assign($("#steps").dataset.at);
});

/* --- moves of others as they come: one by one, and any tap skips --- */
let told = Promise.resolve();
const findIn = (node, id) => Array.isArray(node) ? (node[1].id === id ? node : node.slice(2).reduce((found, child) => found || findIn(child, id), null)) : null;
function live(tree) {
	told = told.then(() => oneByOne(tree)).catch(() => {});
	return told;
}
async function oneByOne(tree) {
	const old = $("#steps"), fresh = findIn(tree, "steps"), place = $("#board");
	if (!old || !fresh || !place || !paceOf() || isCalm() || document.hidden) return;
	const from = +old.dataset.now, news = fresh.slice(2).filter(([, set]) => +set["data-n"] > from && !("data-own" in set));
	if (!news.length || +fresh[1]["data-now"] - from > 12) return;
	const box = create("div", "unfold"), image = new Image(), words = create("div", "tolds");
	let isSkipped = false, wake = () => {};
	const skip = () => { isSkipped = true; wake(); };
	box.dataset.local = "unfold";
	words.role = "status";
	image.alt = "";
	box.append(image, words);
	const ways = ["pointerdown", "keydown"];
	for (const way of ways) document.addEventListener(way, skip, true);
	for (const [, set, ...lines] of news) {
		image.src = themed(set["data-src"]);
		await Promise.race([image.decode().catch(() => {}), rest(3), new Promise((soon) => { wake = soon; })]);
		if (isSkipped) break;
		words.replaceChildren(...lines.map((line) => make(line)));
		if (!box.isConnected) place.append(box);
		await Promise.race([rest(paceOf()), new Promise((soon) => { wake = soon; })]);
		if (isSkipped) break;
	}
	for (const way of ways) document.removeEventListener(way, skip, true);
	box.remove();
}

/* --- the end: the knob shows the board of any round --- */
function showRound(place) {
	const knob = $("#knob"), all = $$("#rounds li"), chosen = all[place], said = $("#roundsaid");
	if (!chosen || !knob) return;
	knob.value = place;
	mark(knob, "aria-valuetext", chosen.children[1].textContent);
	const image = $(".ended .pic img"), source = themed(chosen.dataset.src);
	$(".ended .pic source")?.remove();
	if (image.getAttribute("src") !== source) swap(image, source);
	said.replaceChildren(chosen.children[1].cloneNode(true), chosen.children[2].cloneNode(true));
	$("#roundmark").replaceChildren(...[...chosen.children[0].childNodes].map((node) => node.cloneNode(true)));
	const [, , wide] = $(".curve").getAttribute("viewBox").split(" "), x = 50 + 530 * place / (all.length - 1);
	for (const end of ["x1", "x2"]) mark($("#knobline"), end, wide ? x.toFixed(1) : x);
	const to = new URL(location.href), at = (number) => { to.searchParams.set("round", number); return to.pathname + to.search; };
	for (const way of $$("[data-way]")) {
		const number = place + ways[way.dataset.way], isThere = number in all;
		way.classList.toggle("off", !isThere);
		isThere ? mark(way, "href", at(number)) : way.removeAttribute("href");
		isThere ? way.removeAttribute("aria-disabled") : mark(way, "aria-disabled", "true");
	}
	for (const way of $$("[data-round]:not([data-way])")) {
		const isHere = +new URL(way.getAttribute("href"), location.href).searchParams.get("round") === place;
		way.classList.toggle("on", isHere);
		if (way.matches(".turnway")) isHere ? mark(way, "aria-current", "true") : way.removeAttribute("aria-current");
	}
	const film = $("#roundfilm");
	if (film) { film.hidden = !chosen.dataset.round; film.href = film.href.replace(/\d*$/, chosen.dataset.round || ""); }
	const share = $("form[action$='/share']");
	if (share) { share.elements.number.value = chosen.dataset.number; share.elements.round.value = place; }
	history.replaceState(null, "", at(place));
	page.refresh = to.pathname + "/state" + to.search;
	follow();
}
/* What stands beside the board, its log above all, comes after a moment: the knob passes many rounds. */
let follows = 0;
function follow() {
	clearTimeout(follows);
	follows = setTimeout(() => playing || refresh().catch(() => {}), 500);
}
const ways = { back: -1, next: 1 };
function playRounds() {
	const knob = $("#knob");
	if (+knob.value >= +knob.max) showRound(0);
	playing = setTimeout(function on() {
		showRound(+knob.value + 1);
		if (+knob.value < +knob.max) playing = setTimeout(on, 1000 * (paceOf() || 2)); else play(false);
	}, 1000 * (paceOf() || 2));
	press(true);
}
on("input", (event) => { if (event.target.id === "knob") { play(false); showRound(+event.target.value); } });
on("click", (event) => {
	const way = event.target.closest("[data-round]"), knob = $("#knob");
	if (!way || !knob || event.ctrlKey || event.metaKey) return;
	stop(event);
	play(false);
	const step = ways[way.dataset.way];
	showRound(step ? Math.min(+knob.max, Math.max(0, +knob.value + step)) : +new URL(way.getAttribute("href"), location.href).searchParams.get("round"));
});
on("keydown", (event) => {
	const knob = $(".ended #knob"), by = { "[": -1, "]": 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
	if (!knob || !by || event.target.matches("input,select") || event.ctrlKey || event.metaKey || event.altKey || $("dialog")) return;
	stop(event);
	play(false);
	showRound(Math.min(+knob.max, Math.max(0, +knob.value + by)));
});

/* --- a film that is being made --- */
async function watchFilm() {
	if (!$("[data-film]")) return;
	await rest(1.5);
	await goTo(location.pathname + location.search, false).catch(() => {});
	watchFilm();
}
watchFilm();

/* --- the table screen stays awake where that is allowed --- */
const wakeful = () => { if ($(".screen") && !document.hidden) navigator.wakeLock?.request("screen").catch(() => {}); };
on("visibilitychange", wakeful);
wakeful();
