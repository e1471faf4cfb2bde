import { themeColours } from '../app/preferences.ts';

/** An icon of the installed app. `maskable` ones fill the square, because the device crops them to its own shape. */
interface AppIcon {
  url: string;
  /** Width and height in pixels. */
  size: number;
  purpose: 'any' | 'maskable';
}

/** The icons in the manifest. They have the same URLs in every shop; `web/public` has the default icons. */
export const appIcons: readonly AppIcon[] = [
  { url: '/app-icon-192.png', size: 192, purpose: 'any' },
  { url: '/app-icon-512.png', size: 512, purpose: 'any' },
  { url: '/app-icon-maskable.png', size: 512, purpose: 'maskable' },
];

/** The icon on the home screens of iOS, which prefers it to the manifest's icons and shows transparency as black. */
export const touchIcon: AppIcon = { url: '/apple-touch-icon.png', size: 180, purpose: 'maskable' };

/**
 * The side of the shop's icon in a maskable icon, relative to the side of the maskable icon. Devices crop a maskable
 * icon at most to a circle of 80% of its width, in which a square of 56% fits.
 */
const maskableIconRatio = 0.56;

/** Draws all icons of the installed app from the shop's icon, as PNG files. @throws if the image is damaged. */
export async function drawAppIcons(content: Buffer): Promise<Array<AppIcon & { png: Buffer }>> {
  const { default: sharp } = await import('sharp');
  const { width, height, format } = await sharp(content).metadata();
  const drawIcon = async ({ size, purpose }: AppIcon): Promise<Buffer> => {
    const innerSize = purpose === 'maskable' ? Math.round(size * maskableIconRatio) : size;
    // An SVG is rendered at the size of the icon instead of being enlarged.
    const exactDensity = (72 * innerSize) / Math.max(width, height);
    // sharp rejects densities below 1.
    const density = format === 'svg' ? Math.min(2400, Math.max(1, exactDensity)) : undefined;
    const leadingSpace = Math.round((size - innerSize) / 2);
    const trailingSpace = size - innerSize - leadingSpace;
    const background = purpose === 'maskable' ? themeColours.light : transparent;
    const icon = sharp(content, density === undefined ? {} : { density })
      .resize({ width: innerSize, height: innerSize, fit: 'contain', background })
      .extend({
        top: leadingSpace,
        left: leadingSpace,
        bottom: trailingSpace,
        right: trailingSpace,
        background,
      });
    return (purpose === 'maskable' ? icon.flatten({ background }) : icon).png().toBuffer();
  };
  return Promise.all([...appIcons, touchIcon].map(async (icon) => ({ ...icon, png: await drawIcon(icon) })));
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
