import { useTranslation } from 'react-i18next';
import { href } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import './our-story.css';

/** The manifesto, in French in both languages. */
function OurStoryPage() {
  const { t } = useTranslation();
  return (
    <article className="story page">
      <PageHeading title={t('story.title')} className="screen-title" />
      <p className="story__note">{t('story.note')}</p>
      <div className="story__text" lang="fr">
        <p className="story__opening">
          Un bon chauffeur, on s’en souvient. Encore <span className="story__whole">faut-il</span> pouvoir le rappeler.
        </p>
        <p>
          Vous connaissez ce moment. La course se termine, le passager sourit, il dit «&nbsp;c’était parfait, je referai
          appel à vous&nbsp;». Puis la portière claque, et il ne lui reste rien&nbsp;: ni un nom, ni un numéro. La
          prochaine fois, il ouvrira une application, et c’est quelqu’un d’autre qui viendra.
        </p>
        <p>
          Ce n’est la faute de personne. C’est ainsi que le métier s’est organisé&nbsp;: une machine choisit, note,
          classe, prélève. Le chauffeur qui connaît sa ville par cœur, qui ouvre la porte et qui aide avec les valises y
          devient une pastille qui avance sur une carte.
        </p>
        <blockquote className="story__quote">
          <p>La confiance se gagne derrière un volant, pas dans un classement.</p>
        </blockquote>
        <p>
          Volant est né de cette idée simple&nbsp;: la relation qui commence dans une voiture appartient aux deux
          personnes qui s’y trouvent. Pas à nous. Nous fabriquons une carte. Le passager en approche son téléphone, une
          page s’ouvre, et sur cette page il y a vous&nbsp;: votre visage, votre nom, votre numéro.
        </p>
        <p>
          Nous ne prenons pas de commission, parce que nous n’avons pas conduit. Nous ne notons personne, parce que vos
          clients savent juger seuls. Nous ne suivons pas les passagers, parce qu’ils ne nous ont rien demandé. Nous
          comptons les visites et les gestes, pour que vous sachiez ce qui vous est utile&nbsp;; qui est passé ne
          regarde personne.
        </p>
        <blockquote className="story__quote">
          <p>Votre clientèle est votre fonds de commerce. Elle doit tenir dans votre poche.</p>
        </blockquote>
        <p>
          Être indépendant, ce n’est pas être seul. C’est choisir ses courses, fixer ses prix, répondre de son travail
          et en garder le fruit. Une carte ne change pas un métier. Mais entre une bonne course et la suivante, elle
          garde le lien.
        </p>
        <p>Prenez la route. Nous nous occupons du reste.</p>
        <p>
          <ButtonLink to={href('/')}>Découvrir nos produits</ButtonLink>
        </p>
      </div>
    </article>
  );
}

export { OurStoryPage as Component };
