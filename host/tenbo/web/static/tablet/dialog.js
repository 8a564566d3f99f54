// What is set at the tablet itself: size, place, colours, a ruler, and what is known of its storage and battery.
import { say } from "../words.js";
import { made } from "./elements.js";
import { CARD_MM, settings } from "./settings.js";

const CARD_LEAST_PX = 120;

const CHOICES = () => [
  ["size", say("Size"), [["auto", say("Automatic")], ["four", say("Four seats")], ["large", say("Large keys")], ["one", say("One seat, handed round")]]],
  ["place", say("Position"), [["middle", say("In the middle")], ["side", say("At the side: all seats upright")]]],
  ["skin", say("Displays"), [["figures", say("Large figures")], ["pixels", say("As on the device")]]],
  ["theme", say("Colours"), [["dark", say("Dark")], ["light", say("Light")]]],
];

function choice([name, label, options]) {
  const select = made("select", { name }, ...options.map(([value, text]) => made("option", { value, selected: settings.get(name) === value && "" }, text)));
  select.addEventListener("change", () => settings.set(name, select.value));
  return made("label", {}, made("span", {}, label), select);
}

function guard() {
  const box = made("input", { type: "checkbox", name: "guard" });
  box.checked = settings.get("guard");
  box.addEventListener("change", () => settings.set("guard", box.checked));
  return made("label", {}, made("span", {}, say("Lock the screen while tiles are shuffled")), box);
}

// A frame that is made as long as a bank card, from which all millimetres are known.
function ruler() {
  const frame = made("div", { class: "card", "aria-hidden": "true" });
  const most = Math.floor(Math.min(innerWidth * 0.8, 900));
  const slide = made("input", { type: "range", name: "card", min: CARD_LEAST_PX, max: most, step: 1, "aria-label": say("Width of the frame") });
  const draw = () => (frame.style.inlineSize = `${slide.value}px`);
  slide.value = Math.round(settings.px_a_mm() * CARD_MM);
  slide.addEventListener("input", draw);
  slide.addEventListener("change", () => settings.set("px_a_mm", Number(slide.value) / CARD_MM));
  draw();
  return made("div", { class: "ruler" }, made("p", {}, say("Hold a bank card against the screen and adjust the frame to the same width: this sets the size of keys and figures.")), frame, slide);
}

// `facts` are lines about this tablet, `actions` buttons with what they do.
export function open_dialog(facts, actions) {
  const dialog = made("dialog", { class: "settings", "aria-label": say("This tablet") });
  const close = made("button", { type: "button", class: "close" }, say("Close"));
  close.addEventListener("click", () => dialog.close());
  const buttons = actions.map(([text, act]) => {
    const button = made("button", { type: "button" }, text);
    button.addEventListener("click", act);
    return button;
  });
  dialog.append(
    made("h1", {}, say("This tablet")),
    ...CHOICES().map(choice), guard(), ruler(),
    made("ul", { class: "facts" }, ...facts.map((fact) => made("li", {}, fact))),
    made("div", { class: "actions" }, ...buttons, close),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
