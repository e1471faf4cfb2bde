import { type PointerEvent, useRef } from 'react';
import {
  TransformComponent,
  TransformWrapper,
  useControls,
  useTransformComponent,
} from 'react-zoom-pan-pinch';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './ImageDialog.module.css';

interface ImageDialogProps extends DialogProps {
  src: string;
  name: string;
  language: string | undefined;
  /** Such as 'Picture 2 of 3'. */
  position: string;
}

const maxZoom = 4;
/** The zoom change per press of a button or key. */
const zoomStep = 0.5;
/** The zoom to which a click or tap enlarges the image. */
const clickZoom = 2;
/** No animation, because a key pressed during one would zoom from an intermediate scale. */
const animationTimeMs = 0;
/** A pointer that moves further than this between press and release drags the image instead of zooming. */
const maxClickDistancePx = 4;

/**
 * An enlarged image. It zooms with the buttons, the keys `+`, `-` and `0`, the wheel, a pinch or a click, and pans by
 * dragging or with the arrow keys.
 */
export function ImageDialog({ open, onClose, src, name, language, position }: ImageDialogProps) {
  const { t } = useTranslation('product');
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      size="cover"
      title={name}
      titleLanguage={detectNameLanguage(name, language)}
      closeLabel={t('gallery.close')}
    >
      <TransformWrapper
        maxScale={maxZoom}
        centerOnInit
        centerZoomedOut
        doubleClick={{ disabled: true }}
        keyboard={{ disabled: false, zoomStep, animationTime: animationTimeMs }}
      >
        <ZoomedImage src={src} name={name} position={position} />
        <ZoomButtons />
      </TransformWrapper>
    </DialogFrame>
  );
}

/* Inline, because the library's style sheet, which disables clicks on images, is loaded after those of the shop. */
const clickableStyle = { pointerEvents: 'auto' } as const;
const fillBodyStyle = { position: 'absolute', inset: 0, width: '100%', height: '100%' } as const;

function ZoomedImage({ src, name, position }: Pick<ImageDialogProps, 'src' | 'name' | 'position'>) {
  const { zoomToPoint, resetTransform } = useControls();
  const isZoomed = useTransformComponent(({ state }) => state.scale > 1);
  /** Where the pointer was pressed; null if it was not the primary button or not the first finger. */
  const pressedAt = useRef<{ x: number; y: number } | null>(null);
  const toggleZoom = ({ clientX, clientY }: PointerEvent) => {
    if (pressedAt.current === null) return;
    const { x, y } = pressedAt.current;
    if (Math.hypot(clientX - x, clientY - y) > maxClickDistancePx) return;
    void (isZoomed
      ? resetTransform(animationTimeMs)
      : zoomToPoint(clickZoom, clientX, clientY, animationTimeMs));
  };
  // Focused when the dialog opens, so that the keys work.
  const paneProps = { role: 'group', 'aria-label': position, 'data-autofocus': '' };
  return (
    <TransformComponent wrapperClass={styles.pane} wrapperStyle={fillBodyStyle} wrapperProps={paneProps}>
      <img
        className={isZoomed ? `${styles.image} ${styles.zoomed}` : styles.image}
        src={src}
        alt={name}
        width={640}
        height={960}
        draggable={false}
        style={clickableStyle}
        onPointerDown={({ clientX, clientY, button, isPrimary }) => {
          pressedAt.current = button === 0 && isPrimary ? { x: clientX, y: clientY } : null;
        }}
        onPointerUp={toggleZoom}
      />
    </TransformComponent>
  );
}

function ZoomButtons() {
  const { t } = useTranslation('product');
  const { zoomIn, zoomOut } = useControls();
  const scale = useTransformComponent(({ state }) => state.scale);
  return (
    <div className={styles.buttons}>
      <button
        type="button"
        className="icon-button"
        aria-label={t('gallery.zoomOut')}
        aria-disabled={scale <= 1}
        onClick={() => void zoomOut(zoomStep, animationTimeMs)}
      >
        <Icon name="zoomOut" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t('gallery.zoomIn')}
        aria-disabled={scale >= maxZoom}
        onClick={() => void zoomIn(zoomStep, animationTimeMs)}
      >
        <Icon name="zoomIn" />
      </button>
    </div>
  );
}
