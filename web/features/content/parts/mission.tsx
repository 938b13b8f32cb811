import { useLanguage } from "#web/language/use-language.ts";
import type { SiteContent } from "#contract/site/sections.ts";
import { Paragraphs } from "./paragraphs.tsx";
import styles from "./mission.module.css";

/** The mission and how borrowing works. */
export function Mission({ mission, steps }: Pick<SiteContent["home"], "mission" | "steps">) {
  const { t } = useLanguage();
  return (
    <section aria-labelledby="mission" className={styles.mission}>
      <h2 id="mission">{t("Our mission")}</h2>
      <div className={styles.words} lang="en">
        <Paragraphs text={mission} />
      </div>
      {steps.length > 0 && (
        <>
          <h2 id="how">{t("How borrowing works")}</h2>
          <ol lang="en">
            {steps.map(({ text }, at) => (
              <li key={at}>{text}</li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
