import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useBulkJob } from './bulk-job.ts';
import { Generator } from './generator.tsx';
import './bulk.css';

const ManualForm = lazyPart(() => import('./manual-form.tsx'));
const Results = lazyPart(() => import('./results.tsx'));

/** Creates pages, in bulk or one under a chosen id, and lists the links of created pages. */
export default function BulkTab() {
  const { t } = useTranslation();
  /** Undefined before it was opened once. */
  const [manual, setManual] = useState<boolean>();
  const { made = [], byHand = [] } = useBulkJob();
  const results = made.length + byHand.length;
  const [former] = useState(results);
  const id = useId();
  return (
    <div className="bulk">
      <div className="stack gap-5">
        <section className="bulk__part" aria-labelledby={`${id}-series`}>
          <h2 id={`${id}-series`}>{t('adminBulk.title')}</h2>
          <Generator />
        </section>
        <section className="bulk__part">
          <h2>
            <button
              type="button"
              className="bulk__toggle"
              aria-expanded={manual === true}
              aria-controls={`${id}-manual`}
              onClick={() => setManual(!manual)}
            >
              {t('adminBulk.manual')}
              <ChevronDown aria-hidden="true" />
            </button>
          </h2>
          {/* Hidden but mounted, so that input is kept. */}
          <div id={`${id}-manual`} hidden={manual !== true}>
            {manual !== undefined && <ManualForm />}
          </div>
        </section>
      </div>
      {results > 0 && <Results former={former} />}
    </div>
  );
}
