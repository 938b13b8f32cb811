import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { ImagePlus, Trash } from "#web/ui/icons.tsx";
import styles from "./picture-field.module.css";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { FileGroup, type FileTexts, type Sending, type Uploading, useUpload } from "./file-fields.tsx";
import { TextField } from "./text-fields.tsx";

export type StoredPicture = { url: string; srcset?: string | null; fileName: string };

const previewWidth = 512; // px: twice the preview's size, for high-density screens

type PictureFieldProps<P extends StoredPicture> = FileTexts &
  Uploading<P> & {
    picture: P | null;
    onChange: (picture: P | null) => void;
    /** Adds a field for the alternative text. */
    alternative?: AlternativeText;
    /** The preview's aspect ratio: 3 to 4, or 16 to 9. */
    shape?: "cover" | "wide";
  };

/** Uploads a chosen or dropped picture right away, with progress and a preview. */
export function PictureField<P extends StoredPicture>(props: PictureFieldProps<P>) {
  const { id, label, hint, optional, accept, picture, alternative, shape = "cover" } = props;
  const alternativeText = useAlternativeText(picture, alternative);
  const { sending, refusal, send, cancel, remove } = useUpload<P>(id, {
    ...props,
    onChange: (next) => {
      alternativeText.follow(next);
      props.onChange(next);
    },
  });
  const preview = usePreview(sending?.file);
  const source = sending ? preview : picture?.url;
  return (
    <FileGroup {...{ id, label, hint, optional, accept }} error={refusal?.reason ?? props.error} onFile={send}>
      {(isOver, picker) => (
        <>
          <div
            className={cx(styles.zone, styles[shape])}
            data-over={isOver || undefined}
            data-empty={!source || undefined}
          >
            {source ? (
              <img
                className={styles.preview}
                src={source}
                srcSet={sending ? undefined : (picture?.srcset ?? undefined)}
                sizes="16rem"
                alt={alternative?.text ?? ""}
              />
            ) : (
              <label className={styles.empty} htmlFor={id} aria-hidden="true">
                <ImagePlus size={28} />
                <span className={styles.drop}>{isOver ? "Drop to add" : "Drop a picture here"}</span>
              </label>
            )}
            {sending && <Progress {...sending} />}
          </div>
          <div aria-live="polite" className={styles.name}>
            {sending ? <VisuallyHidden>Uploading {sending.file.name}</VisuallyHidden> : picture?.fileName}
          </div>
          <div className={styles.actions}>
            {picker((sending ?? picture) ? "Choose another picture" : "Choose a picture")}
            {sending && (
              <Button look="quiet" onClick={cancel}>
                Cancel upload
              </Button>
            )}
            {!sending && picture && (
              <Button look="quiet" icon={<Trash size={16} />} onClick={remove}>
                Remove picture
              </Button>
            )}
          </div>
          {(sending ?? picture) && alternative && <Alternative {...alternative} previous={alternativeText.previous} />}
        </>
      )}
    </FileGroup>
  );
}

/** Returns a preview of the file being uploaded, once it is ready. */
function usePreview(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<{ of: File; address: string | undefined }>();
  useEffect(() => {
    let over = false;
    if (file) void smallPreview(file).then((address) => !over && setPreview({ of: file, address }));
    return () => {
      over = true;
    };
  }, [file]);
  return preview && preview.of === file ? preview.address : undefined;
}

/** Returns a small picture as a data URL; undefined if this browser cannot decode the file. */
async function smallPreview(file: Blob): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: previewWidth, resizeQuality: "medium" });
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.toDataURL("image/webp", 0.8);
  } catch {
    return undefined; // not a picture, or too large: the upload reports why
  }
}

function Progress({ file, part }: Sending) {
  const percent = Math.floor(part * 100);
  return (
    <div className={styles.progress}>
      <progress value={percent} max={100} aria-label={`Uploading ${file.name}`} />
      {/* after the upload, the server still resizes the picture */}
      <span aria-hidden="true">{percent < 100 ? `${percent}%` : "Almost done…"}</span>
    </div>
  );
}

type AlternativeText = { id: string; text: string; error?: string | undefined; onChange: (text: string) => void };

type Picture = { url: string };

/** Clears the alternative text when the picture changes, and keeps the previous text to restore. */
function useAlternativeText(picture: Picture | null, field: AlternativeText | undefined) {
  const [previous, setPrevious] = useState("");
  const latest = useRef(field?.text);
  useEffect(() => {
    latest.current = field?.text;
  }, [field?.text]);
  return {
    previous,
    /** Follows a change of the picture; text typed during the upload belongs to the new one. */
    follow: (next: Picture | null) => {
      const isOther = picture !== null && next?.url !== picture.url;
      if (!field || field.text === "" || !isOther || latest.current !== field.text) return;
      setPrevious(field.text);
      field.onChange("");
    },
  };
}

type AlternativeProps = AlternativeText & {
  previous: string;
};

function Alternative({ id, text, error, onChange, previous }: AlternativeProps) {
  return (
    <>
      <TextField
        id={id}
        label="Alternative text"
        optional
        width="full"
        autoComplete="off"
        className={styles.alternative}
        hint="Describe the picture for people who can’t see it. Leave it blank if it would only repeat the title."
        error={error}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <div aria-live="polite" className={styles.former}>
        {previous !== "" && text === "" && (
          <>
            <p>The previous picture’s alternative text was removed: “{previous}”</p>
            <Button
              size="small"
              onClick={() => {
                onChange(previous);
                document.getElementById(id)?.focus();
              }}
            >
              Restore it
            </Button>
          </>
        )}
      </div>
    </>
  );
}
