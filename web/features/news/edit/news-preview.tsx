import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLinksApart } from "#web/lib/use-links-apart.ts";
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

export function NewsPreview({
  values: { title, content, link, attachmentId: picture, attachmentAlt },
  publishedDay,
}: NewsPreviewProps) {
  const asked = useSettled(content.trim());
  const preview = useQuery(newsPreviewQuery(asked));
  const box = useRef<HTMLDivElement>(null);
  useLinksApart(box);
  const attachment = picture && {
    fileName: picture.fileName,
    attachmentUrl: picture.url,
    attachmentSrcset: picture.srcset,
  };
  return (
    <Card heading="Preview" className={styles.preview}>
      {title.trim() === "" && asked === "" ? (
        <p className={styles.quiet}>See your text as visitors will see it.</p>
      ) : (
        <div ref={box}>
          <Stack>
            <h3 className={styles.title}>{title}</h3>
            <Fetched query={{ ...preview, data: (asked && preview.data) ?? "" }} what="preview" skeleton={null}>
              {(contentHtml) => (
                <NewsArticle item={{ contentHtml, link: link.trim(), publishedDay, attachment, attachmentAlt }} />
              )}
            </Fetched>
          </Stack>
        </div>
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
