import { useApolloClient } from '@apollo/client/react';
import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { CardPage } from './card-link.ts';
import { INKS, type Shape, type Side, svgPath } from './drawing.ts';
import { LinkAddress } from './link-address.tsx';
import { startPrint, usePrintJob } from './print-job.ts';
import { type BatchCards, type Choice, FORMATS, MOST_PAGES, PRODUCTS, type Product } from './print-order.ts';
import './print-dialog.css';

interface PrintDialogProps {
  readonly choice: Choice;
  /** How many pages that are, and the one to show. */
  readonly count: number;
  readonly sample: CardPage;
  readonly batch?: BatchCards;
  onClose(): void;
}

/** Chooses what to make for some pages, with a preview of the first one. */
export default function PrintDialog({ choice, count, sample, batch, onClose }: PrintDialogProps) {
  const { t, format } = useLocale();
  const client = useApolloClient();
  const { running } = usePrintJob();
  const [product, setProduct] = useState<Product>('card');
  // Until somebody claims it, the name of a card is the note of its order.
  const [names, setNames] = useState(batch === undefined && sample.state !== 'UNCLAIMED');
  const isDrawn = FORMATS.some((one) => one === product);
  const products = t('adminCards.products', { returnObjects: true });
  const hints = t('adminCards.productHints', { returnObjects: true });
  return (
    <Dialog
      title={t('adminCards.printTitle', { count, number: format.number(count) })}
      close={t('adminCards.close')}
      onClose={onClose}
      look="modal--wide"
      className="print-dialog"
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void startPrint(client, { product, names, choice, ...(batch && { batch }) });
          onClose();
        }}
      >
        <SelectField
          label={t('adminCards.product')}
          hint={hints[product]}
          options={PRODUCTS.map((one) => [one, products[one]])}
          value={product}
          onChange={({ target }) => setProduct(target.value as Product)}
        />
        {isDrawn && (
          <Checkbox
            label={t('adminCards.withNames')}
            hint={t('adminCards.withNamesHint')}
            checked={names}
            onChange={({ target }) => setNames(target.checked)}
          />
        )}
        <LinkAddress />
        {count > MOST_PAGES && product !== 'links' && (
          <p className="field__hint">{t('adminCards.inFiles', { number: format.number(MOST_PAGES) })}</p>
        )}
        {running && <p role="status">{t('adminCards.alreadyMaking')}</p>}
        <div className="modal__actions">
          <Button icon={Printer} type="submit" busy={running}>
            {t('adminCards.make')}
          </Button>
        </div>
      </form>
      {isDrawn && <Preview {...{ product, names, count }} sample={{ ...sample, number: batch?.numbers[0] }} />}
    </Dialog>
  );
}

interface PreviewChoice {
  readonly product: Product;
  readonly names: boolean;
}

/** The sides of the first page, from the same shapes as the file. */
function Preview({
  product,
  names,
  count,
  sample,
}: Omit<PrintDialogProps, 'choice' | 'batch' | 'onClose'> & PreviewChoice) {
  const { t } = useTranslation();
  const { id, displayName, number } = sample;
  const [sides, setSides] = useState<readonly Side[]>();
  useEffect(() => {
    let gone = false;
    // Large, like the file itself; without a preview the file can still be made.
    void Promise.all([import('./print-file.ts'), import('./layouts.ts')])
      .then(async ([{ printDesign }, { layoutOf }]) => {
        const format = FORMATS.find((one) => one === product);
        if (format === undefined) return;
        const { pagesEach, sides: draw } = layoutOf(format, await printDesign(names));
        const page = { id, displayName, number };
        if (!gone) setSides(draw(Array.from({ length: Math.min(count, pagesEach) }, () => page)));
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [product, names, count, id, displayName, number]);
  return (
    <div className="print-preview" role="img" aria-label={t('adminCards.preview')}>
      {sides === undefined ? (
        <Skeleton width="100%" height="20rem" />
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sides have no other name
        sides.map((side, index) => <SideDrawing key={index} side={side} />)
      )}
    </div>
  );
}

/** Pixels per millimetre where there is room: both sides of a card are 520 px high. */
const ON_SCREEN = 4.6;

/** A side as it is trimmed. */
function SideDrawing({ side: { bleed, base, own, ...side } }: { readonly side: Side }) {
  const [width, height] = [side.width - 2 * bleed, side.height - 2 * bleed];
  const box = [bleed, bleed, width, height].join(' ');
  return (
    <svg viewBox={box} width={width * ON_SCREEN} height={height * ON_SCREEN} aria-hidden="true">
      {[...base, ...own].map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no other name
        <ShapeDrawing key={index} shape={shape} />
      ))}
    </svg>
  );
}

function ShapeDrawing({ shape }: { readonly shape: Shape }) {
  if ('code' in shape) {
    const { code, x, y, side } = shape;
    return (
      <path
        transform={`translate(${x} ${y}) scale(${side / code.size})`}
        d={code.runs.map(([left, top, length]) => `M${left} ${top}h${length}v1h-${length}z`).join('')}
      />
    );
  }
  const { ink, path, stroke } = shape;
  const color = INKS[ink].css;
  const d = svgPath(path);
  return stroke === undefined ? (
    <path d={d} fill={color} />
  ) : (
    <path d={d} fill="none" stroke={color} strokeWidth={stroke} strokeLinecap="round" strokeLinejoin="round" />
  );
}
