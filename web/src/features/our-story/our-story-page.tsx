import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import story from './texts/story.fr.json';
import './our-story.css';

/** The manifesto, in French in all languages. */
function OurStoryPage() {
  const { t } = useTranslation();
  const [before, whole, after] = story.opening;
  return (
    <article className="story page">
      <PageHeading title={t('story.title')} className="screen-title" />
      <p className="story__note">{t('story.note')}</p>
      <div className="story__text" lang="fr" dir="ltr">
        <p className="story__opening">
          {before}
          <span className="story__whole">{whole}</span>
          {after}
        </p>
        {story.blocks.map((block) =>
          typeof block === 'string' ? (
            <p key={block}>{block}</p>
          ) : (
            <blockquote key={block.quote} className="story__quote">
              <p>{block.quote}</p>
            </blockquote>
          ),
        )}
        <p>
          <ButtonLink to={href('/')}>{story.products}</ButtonLink>
        </p>
      </div>
    </article>
  );
}

export { OurStoryPage as Component };
