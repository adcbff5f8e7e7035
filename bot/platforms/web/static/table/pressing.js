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
	if ("to" in set) { stop(event); page.pane = page.pane === set.to ? "" : set.to; settle(); if (!set.to) showPointed(); }
	else if ("plan" in set) { if (!page.refresh) return; stop(event); if (!explained && !isTooSmall(target, event)) choose(target.getAttribute("href")); }
	else if ("zoom" in set) { stop(event); toggleZoom(); }
	else if ("panel" in set && page.refresh) { stop(event); open(new URL(target.href)).catch(() => location.assign(target.href)); }
	else if (target.closest("dialog.panel") && new URL(target.href || "", location.href).pathname === location.pathname) { stop(event); shut(); }
	else if ("copy" in set) { navigator.clipboard?.writeText(set.copy).then(() => { target.lastChild.textContent = say.copied; }, () => {}); }
});
