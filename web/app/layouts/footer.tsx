import type { ReactNode } from "react";
import { LanguageLink } from "./language-link.tsx";
import { isAdminPath } from "#web/app/access.ts";
import { Link, useLocation } from "#web/ui/router/router.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { ContactLinks, FooterBlocks } from "#web/features/content/footer-parts.tsx";
import styles from "./footer.module.css";
import { SchemeSwitch } from "./scheme-switch.tsx";
import type { Presentation, SiteContent } from "./site-content.ts";

type FooterProps = {
  content: SiteContent;
  presentation: Presentation;
  /** Which version it is, for staff. */
  release?: ReactNode;
};

/** One line in the inventory presentation, three blocks in the marketing one; both with the color scheme switch. */
export function Footer({ content, presentation, release }: FooterProps) {
  const { t } = useLanguage();
  const isAdmin = isAdminPath(useLocation().pathname);
  return (
    <footer className={styles.footer}>
      {presentation === "marketing" && <FooterBlocks {...content} />}
      <div className={styles.bar}>
        <p className={styles.line}>
          <span>{content.copyright}</span>
          {presentation === "inventory" && (
            <>
              <ContactLinks phones={content.phones} email={content.email} />
              {content.postalAddress && <span lang="en">{content.postalAddress.replaceAll("\n", ", ")}</span>}
            </>
          )}
          {release}
        </p>
        <div className={styles.choices}>
          <Link to="/accessibility" className={styles.language}>
            {t("Accessibility")}
          </Link>
          {isAdmin || <LanguageLink className={styles.language} />}
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
