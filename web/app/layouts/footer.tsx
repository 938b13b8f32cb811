import { Landmark } from "#web/ui/base/icons.tsx";
import { Fragment } from "react";
import styles from "./footer.module.css";
import { SchemeSwitch } from "./scheme-switch.tsx";
import type { Presentation, SiteContent } from "./site-content.ts";

type FooterProps = { content: SiteContent; presentation: Presentation };

/** One line on the inventory side, three blocks on the marketing side; the colour switch on both. */
export function Footer({ content, presentation }: FooterProps) {
  return (
    <footer className={styles.footer}>
      {presentation === "marketing" && <Blocks content={content} />}
      <div className={styles.bar}>
        <p className={styles.line}>
          <span>{content.copyright}</span>
          {presentation === "inventory" && <Contact content={content} />}
        </p>
        <SchemeSwitch />
      </div>
    </footer>
  );
}

function Contact({ content }: { content: SiteContent }) {
  return (
    <>
      {content.phones.map((phone) => (
        <Fragment key={phone}>
          <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a>{" "}
        </Fragment>
      ))}
      <a href={`mailto:${content.email}`}>{content.email}</a>
    </>
  );
}

function Blocks({ content }: { content: SiteContent }) {
  return (
    <div className={styles.blocks}>
      <section className={styles.block}>
        <h2>About</h2>
        <p>{content.maintainedBy}</p>
        <ul className={styles.agencies}>
          {content.agencies.map(({ name, logoUrl }) => (
            <li key={name} className={styles.agency}>
              {logoUrl ? <img src={logoUrl} alt="" height={48} /> : <Landmark size={24} aria-hidden="true" />}
              {name}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.block}>
        <h2>Follow Us</h2>
        <ul className={styles.list}>
          {content.socialLinks.map(({ label, href }) => (
            <li key={href}>
              <a href={href} rel="noopener">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.block}>
        <h2>Contact Us</h2>
        <p className={styles.list}>
          <Contact content={content} />
        </p>
      </section>
    </div>
  );
}
