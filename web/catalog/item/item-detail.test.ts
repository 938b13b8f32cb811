import { expect, it } from "vitest";
import { languageOfProse } from "./item-detail.tsx";

it.each([
  ["Una guía para familias sobre el consumo de tabaco y cómo hablar con los hijos.", "es"],
  ["Actividades para la clase. Incluye un libro y un juego de tarjetas.", "es"],
  ["A leaflet. Topics: Drinking water (health aspects). In Spanish.", "en"],
  ["A song of the bilingual reader “La casa de la salud”, with notes for the teacher.", "en"],
  ["Hablar con los padres: una guía para los entrenadores. A leaflet. Topics: Brain (concussion). In Spanish.", "es"],
  ["", "en"],
])("languageOfProse reads “%s” as %s", (text, language) => {
  expect(languageOfProse(text)).toBe(language);
});
