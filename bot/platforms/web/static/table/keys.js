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
		else if (event.key === "Escape") $(".complete") ? closeList() : $("#pr")?.focus();
		return;
	}
	if (inField && event.key === "Escape") $("#pr")?.focus();
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
