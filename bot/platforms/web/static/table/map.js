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
