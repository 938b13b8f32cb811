import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { FileGroup, type FileTexts } from "#web/ui/forms/file/file-group.tsx";
import { type Sending, type Uploading, useUpload } from "#web/ui/forms/file/use-upload.ts";
import { ImagePlus, Trash } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./picture-field.module.css";
import { TextField } from "#web/ui/forms/text-field.tsx";

export type StoredPicture = { url: string; srcset?: string | null; fileName: string };

const previewWidth = 512; // pixels: twice the preview's size, for dense screens

type PictureFieldProps<P extends StoredPicture> = FileTexts &
  Uploading<P> & {
    picture: P | null;
    onChange: (picture: P | null) => void;
    /** The alternative text; without it, there is no such field. */
    alternative?: Described;
    /** The preview's aspect ratio: 3 to 4, or 16 to 9. */
    shape?: "cover" | "wide";
  };

/** One picture: chosen or dropped, uploaded at once with progress, previewed, described, and removable. */
export function PictureField<P extends StoredPicture>(props: PictureFieldProps<P>) {
  const { id, label, hint, optional, accept, picture, alternative, shape = "cover" } = props;
  const words = useWordsOfPicture(picture, alternative);
  const { sending, refused, send, giveUp, remove } = useUpload<P>(id, {
    ...props,
    onChange: (next) => {
      words.follow(next);
      props.onChange(next);
    },
  });
  const preview = usePreview(sending?.file);
  const shown = sending ? preview : picture?.url;
  return (
    <FileGroup {...{ id, label, hint, optional, accept }} error={refused?.why ?? props.error} onFile={send}>
      {(over, picker) => (
        <>
          <div
            className={cx(styles.zone, styles[shape])}
            data-over={over || undefined}
            data-empty={!shown || undefined}
          >
            {shown ? (
              <img
                className={styles.preview}
                src={shown}
                srcSet={sending ? undefined : (picture?.srcset ?? undefined)}
                sizes="16rem"
                alt={alternative?.text ?? ""}
              />
            ) : (
              <label className={styles.empty} htmlFor={id} aria-hidden="true">
                <ImagePlus size={28} />
                <span className={styles.drop}>{over ? "Drop to add" : "Drop a picture here"}</span>
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
              <Button look="quiet" onClick={giveUp}>
                Stop the upload
              </Button>
            )}
            {!sending && picture && (
              <Button look="quiet" icon={<Trash size={16} />} onClick={remove}>
                Remove picture
              </Button>
            )}
          </div>
          {(sending ?? picture) && alternative && <Alternative {...alternative} former={words.former} />}
        </>
      )}
    </FileGroup>
  );
}

/** A preview of the file that is being sent, once it is there. */
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

/** A small picture as a data address; undefined when this browser cannot decode it. */
async function smallPreview(file: Blob): Promise<string | undefined> {
  try {
    const drawn = await createImageBitmap(file, { resizeWidth: previewWidth, resizeQuality: "medium" });
    const canvas = document.createElement("canvas");
    canvas.width = drawn.width;
    canvas.height = drawn.height;
    canvas.getContext("2d")?.drawImage(drawn, 0, 0);
    drawn.close();
    return canvas.toDataURL("image/webp", 0.8);
  } catch {
    return undefined; // not a picture, or too large to decode: storing it reports why
  }
}

function Progress({ file, part }: Sending) {
  const percent = Math.floor(part * 100);
  return (
    <div className={styles.progress}>
      <progress value={percent} max={100} aria-label={`Upload of ${file.name}`} />
      {/* uploaded is not stored yet: the picture is still being decoded and resized */}
      <span aria-hidden="true">{percent < 100 ? `${percent}%` : "Almost done…"}</span>
    </div>
  );
}

type Described = { id: string; text: string; error?: string | undefined; onChange: (text: string) => void };

type Shown = { url: string };

/** Alternative text belongs to its picture: a new picture starts without it, and the previous text can be restored. */
function useWordsOfPicture(picture: Shown | null, words: Described | undefined) {
  const [former, setFormer] = useState("");
  const latest = useRef(words?.text);
  useEffect(() => {
    latest.current = words?.text;
  }, [words?.text]);
  return {
    former,
    /** A new picture, or none. What was typed during its upload describes it. */
    follow: (next: Shown | null) => {
      const isOther = picture !== null && next?.url !== picture.url;
      if (!words || words.text === "" || !isOther || latest.current !== words.text) return;
      setFormer(words.text);
      words.onChange("");
    },
  };
}

type AlternativeProps = Described & {
  former: string;
};

function Alternative({ id, text, error, onChange, former }: AlternativeProps) {
  return (
    <>
      <TextField
        id={id}
        label="Alternative text"
        optional
        width="full"
        autoComplete="off"
        className={styles.alternative}
        hint="Describe the picture for people who can’t see it. Leave it empty if it only repeats the title."
        error={error}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <div aria-live="polite" className={styles.former}>
        {former !== "" && text === "" && (
          <>
            <p>The previous picture’s alternative text was removed: “{former}”</p>
            <Button
              size="small"
              onClick={() => {
                onChange(former);
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
