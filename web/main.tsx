import { english, loadLanguage } from "#web/language/language.ts";
import type { Language } from "#web/language/language.ts";
import { startingLanguage } from "#web/language/chosen-language.ts";
import { createRoot } from "react-dom/client";
import "#web/ui/base/styles.css";
import { Providers } from "#web/app/providers.tsx";
import { createApp } from "#web/app/create-app.ts";

const root = document.getElementById("root");
const draw = (place: HTMLElement, language: Language) =>
  createRoot(place).render(<Providers {...createApp()} language={language} />);
if (root) {
  const code = startingLanguage();
  // why: who reads English waits for nothing
  if (code === "en") draw(root, english);
  else void loadLanguage(code).then((language) => draw(root, language));
}
