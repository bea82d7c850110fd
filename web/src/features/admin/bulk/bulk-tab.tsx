import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Generator } from './generator.tsx';
import { ManualForm } from './manual-form.tsx';
import { Results } from './results.tsx';
import './bulk.css';

/** Creates pages, in bulk or one under a chosen id, and lists the links of created pages. */
export default function BulkTab() {
  const { t } = useTranslation();
  const [manual, setManual] = useState(false);
  const id = useId();
  return (
    <div className="bulk">
      <div className="bulk__make">
        <section className="bulk__part" aria-labelledby={`${id}-series`}>
          <h2 id={`${id}-series`}>{t('adminBulk.title')}</h2>
          <Generator />
        </section>
        <section className="bulk__part">
          <h2>
            <button
              type="button"
              className="bulk__toggle"
              aria-expanded={manual}
              aria-controls={`${id}-manual`}
              onClick={() => setManual(!manual)}
            >
              {t('adminBulk.manual')}
              <ChevronDown aria-hidden="true" />
            </button>
          </h2>
          {/* Hidden but mounted, so that input is kept. */}
          <div id={`${id}-manual`} hidden={!manual}>
            <ManualForm />
          </div>
        </section>
      </div>
      <Results />
    </div>
  );
}
