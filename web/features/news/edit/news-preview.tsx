import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { usePreviewLanguage } from "#web/language/use-preview-language.ts";
import { LanguageContext } from "#web/language/use-language.ts";
import { useLinksApart } from "#web/lib/use-links-apart.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { NewsArticle } from "#web/features/news/news-article.tsx";
import { newsPreviewQuery } from "#web/features/news/edit/staff-news-queries.ts";
import styles from "./edit-news.module.css";
import type { NewsFormValues } from "./news-form-values.ts";

/** Milliseconds without typing before the preview is requested. */
const pauseOfTyping = 400;

type NewsPreviewProps = { values: NewsFormValues; publishedDay: string };

export function NewsPreview({ values, publishedDay }: NewsPreviewProps) {
  const { language: chosen, inSpanish } = usePreviewLanguage();
  const { link, attachmentId: picture } = values;
  const isSpanish = chosen.code === "es" && values.titleInSpanish.trim() !== "";
  const title = isSpanish ? values.titleInSpanish : values.title;
  const attachmentAlt = isSpanish ? values.attachmentAltInSpanish : values.attachmentAlt;
  const asked = useSettled((isSpanish ? values.contentInSpanish : values.content).trim());
  const language = chosen.code === "en" ? undefined : isSpanish ? "es" : "en";
  const preview = useQuery(newsPreviewQuery(asked));
  const box = useRef<HTMLDivElement>(null);
  useLinksApart(box);
  const attachment = picture && {
    fileName: picture.fileName,
    attachmentUrl: picture.url,
    attachmentSrcset: picture.srcset,
  };
  return (
    <Card
      heading="Preview"
      className={styles.preview}
      actions={<Button size="small" look="secondary" {...inSpanish} />}
    >
      {title.trim() === "" && asked === "" ? (
        <p className={styles.quiet}>See your text as visitors will see it.</p>
      ) : (
        <LanguageContext value={chosen}>
          <div ref={box} lang={chosen.code}>
            <Stack>
              <h3 className={styles.title} lang={language}>
                {title}
              </h3>
              <Fetched query={{ ...preview, data: (asked && preview.data) ?? "" }} what="preview" skeleton={null}>
                {(contentHtml) => (
                  <NewsArticle
                    item={{ contentHtml, language, link: link.trim(), publishedDay, attachment, attachmentAlt }}
                  />
                )}
              </Fetched>
            </Stack>
          </div>
        </LanguageContext>
      )}
    </Card>
  );
}

/** A value after it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseOfTyping);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
