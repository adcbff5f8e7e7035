/* The camera: the whole board, or the panel of what is lit where that is small; pinching, tapping twice, `z` and the button change it. */
const CLOSEST = 4, COMFORT = 32, FINGER = 24;
let zoomed = 0, looked = "", nearness = 1;
const boardOf = (svg) => svg.getAttribute("viewBox").split(" ").map(Number).slice(2);
function camera(by, at) {
	const view = $(".view"), pic = $(".view .pic"), cam = $(".cam"), svg = $(".view .live");
	if (!view || !cam || !svg) { $(".map")?.remove(); return; }
	const focus = svg.dataset.focus || "", [wide, high] = boardOf(svg), upright = innerHeight > innerWidth;
	const whole = Math.min(view.clientWidth, view.clientHeight * wide / high * (upright ? 1.3 : 1));
	const isNew = by === undefined && focus !== looked;
	if (isNew) {
		const part = focus.split(" "), isSame = zoomed < 0 && looked.startsWith(part.slice(0, 4).join(" ") + " "), [small, wanted] = part.slice(4);
		looked = focus;
		zoomed = focus && (isSame || small * whole / wide < wanted - 0.5) ? -1 : 0;
	}
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
	aimed = zoomed < 0 || by !== undefined ? [x / wide, y / wide] : null;
	if (!aimed && isNew) pic.scrollTop = 0;
	if (filmed !== cam) { growing.disconnect(); growing.observe(filmed = cam); framing.disconnect(); framing.observe(view); }
	aim();
	const named = $(".zoomer");
	if (named) named.ariaLabel = nearness > 1.05 ? named.dataset.whole : (named.dataset.enlarge ||= named.ariaLabel);
	inSight();
}
/* The board grows to its new width little by little and can be scrolled only as far as it is wide by then: the camera is pointed anew each time. */
let aimed = null, filmed = null;
const growing = new ResizeObserver(() => { if ($(".view .cam")) { aim(); inSight(); } });
/* A notice comes or goes, a recap is opened: the board has another frame. */
const framing = new ResizeObserver(() => camera());
function aim() {
	const view = $(".view"), pic = $(".view .pic"), cam = $(".cam");
	if (!view || !cam) return;
	if (aimed) {
		pic.scrollLeft = aimed[0] * cam.clientWidth - view.clientWidth / 2;
		pic.scrollTop = aimed[1] * cam.clientWidth - view.clientHeight / 2;
	}
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
/* What the teacher speaks of: in sight, and for a moment with a thicker ring. */
function showPointed() {
	for (const ring of $$(".live .point").reverse()) {
		ring.scrollIntoView({ block: "nearest", inline: "nearest" });
		ring.classList.add("shown");
		setTimeout(() => ring.classList.remove("shown"), 1600);
	}
}
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
