import type { SiteContent } from "#contract/site/sections.ts";
import { langOf } from "./parts/paragraphs.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { Fragment } from "react";
import { Landmark } from "#web/ui/first-icons.tsx";
import styles from "./footer-parts.module.css";

export function AddressLines({ address }: { address: string }) {
  return (
    <address className={styles.address} lang="en">
      {address}
    </address>
  );
}

export function ContactLinks({ contact: { phones, email } }: { contact: SiteContent["contact"] }) {
  return (
    <>
      {phones.map(({ number }) => (
        <Fragment key={number}>
          <a href={`tel:${number.replace(/[^\d+]/g, "")}`} className={styles.link}>
            {number}
          </a>{" "}
        </Fragment>
      ))}
      {email && (
        <a href={`mailto:${email}`} className={styles.link}>
          {email}
        </a>
      )}
    </>
  );
}

export function FooterBlocks({ contact, footer }: Pick<SiteContent, "contact" | "footer">) {
  const { t } = useLanguage();
  return (
    <div className={styles.blocks}>
      <section className={styles.block}>
        <h2>{t("About")}</h2>
        <p lang={langOf(footer, "about")}>{footer.about}</p>
        <ul className={styles.agencies}>
          {footer.agencies.map(({ name, logo }) => (
            <li key={name} className={styles.agency}>
              {logo ? <img src={logo.attachmentUrl} alt="" height={48} /> : <Landmark size={24} />}
              {name}
            </li>
          ))}
        </ul>
      </section>
      {footer.socialLinks.length > 0 && (
        <section className={styles.block}>
          <h2>{t("Follow Us")}</h2>
          <ul className={styles.list}>
            {footer.socialLinks.map(({ label, address }) => (
              <li key={label}>
                <a href={address} rel="noopener" className={styles.link}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.block}>
        <h2>{t("Contact Us")}</h2>
        <p className={styles.list}>
          <ContactLinks contact={contact} />
        </p>
        {contact.postalAddress && <AddressLines address={contact.postalAddress} />}
      </section>
    </div>
  );
}
