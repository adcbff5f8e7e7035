/* --- choosing: every link only chooses; the address keeps the half-made move --- */
async function choose(href) {
	const to = new URL(href, location.href);
	history.replaceState(null, "", to.pathname + to.search);
	page.refresh = to.pathname + "/state" + to.search;
	const at = document.activeElement?.closest?.(".live a")?.dataset.key, number = document.activeElement?.dataset?.number;
	await refresh().catch(missed);
	const again = at ? $(`.live [data-key="${at}"]`) : number ? $(`#list [data-number="${number}"]`) : null;
	if (again && !again.contains(document.activeElement)) again.focus({ preventScroll: true });
	for (const chosen of $$(":is(.chips, .inhand) [aria-current=true]")) chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
	const lead = $("[data-lead]");
	$("#said").textContent = spoken(lead || $("#pr"));
}
/* What can be heard of an element: what is only drawn (keys, arrows) is a pause. */
const heard = (node) => node.nodeType === 3 ? node.data : node.ariaHidden === "true" ? ", " : [...node.childNodes].map(heard).join("");
const spoken = (element) => element ? heard(element).replace(/(, )+/g, ", ").replace(/^[, ]+|[, ]+$/g, "") : "";
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
