import { Check, Pencil, Plus, Trash } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ownFailure } from '../src/api/failure.ts';
import { Avatar } from '../src/ui/avatar.tsx';
import { Button, ButtonLink, ExternalButton, IconButton } from '../src/ui/button.tsx';
import { BlankCard, SoloCard, VisibilityCard } from '../src/ui/card-art.tsx';
import { CardGhost } from '../src/ui/card-ghost.tsx';
import { Checkbox } from '../src/ui/checkbox.tsx';
import { CodeField } from '../src/ui/code-field.tsx';
import { confirmed } from '../src/ui/confirmed.ts';
import { CopyButton } from '../src/ui/copy-button.tsx';
import { Dialog } from '../src/ui/dialog.tsx';
import { EmailField } from '../src/ui/email-field.tsx';
import { LanguageMenu } from '../src/ui/language-menu.tsx';
import { LinkedText } from '../src/ui/linked-text.tsx';
import { Logo } from '../src/ui/logo.tsx';
import { MenuButton } from '../src/ui/menu-button.tsx';
import { MessageScreen } from '../src/ui/message-screen.tsx';
import { FailureNotice, Notice } from '../src/ui/notice.tsx';
import { PageHeading } from '../src/ui/page-heading.tsx';
import { PasswordField } from '../src/ui/password-field.tsx';
import { PictureField } from '../src/ui/picture-field.tsx';
import { QrCode } from '../src/ui/qr-code.tsx';
import { Questions } from '../src/ui/questions.tsx';
import { SearchField } from '../src/ui/search-field.tsx';
import { SelectField } from '../src/ui/select-field.tsx';
import { SendButton } from '../src/ui/send-button.tsx';
import { Skeleton } from '../src/ui/skeleton.tsx';
import { StateBadge } from '../src/ui/state-badge.tsx';
import { Tabs } from '../src/ui/tabs.tsx';
import { TextArea, TextField } from '../src/ui/text-field.tsx';
import './gallery.css';

const ADDRESS = 'https://volant.example/d/demo';
const LONG = 'Un texte assez long pour passer à la ligne suivante, même sur un grand écran, et avec son explication.';
const TABS = [
  ['one', 'Pages'],
  ['two', 'Utilisateurs'],
  ['three', 'Création'],
] as const;

/** All components with their states. */
export function Gallery() {
  return (
    <main className="gallery page">
      <PageHeading title="Composants" className="screen-title" />
      <Buttons />
      <Fields />
      <Notices />
      <Navigation />
      <Pictures />
      <Part name="Écran de message">
        <MessageScreen title="Page introuvable" text={LONG}>
          <Button>Réessayer</Button>
          <Button look="secondary">Retour à l’accueil</Button>
        </MessageScreen>
      </Part>
      <Questions />
    </main>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className="gallery__part">
      <h2>{name}</h2>
      {children}
    </section>
  );
}

function Buttons() {
  const [open, setOpen] = useState(false);
  return (
    <Part name="Boutons">
      {(['primary', 'secondary', 'quiet', 'danger'] as const).map((look) => (
        <div className="gallery__row" key={look}>
          <Button look={look}>Enregistrer</Button>
          <Button look={look} icon={Plus}>
            Ajouter
          </Button>
          <Button look={look} busy>
            Patientez
          </Button>
          <Button look={look} disabled>
            Indisponible
          </Button>
        </div>
      ))}
      <div className="gallery__row">
        <ButtonLink to="/" icon={Check}>
          Lien
        </ButtonLink>
        <ExternalButton href={ADDRESS}>Ailleurs</ExternalButton>
        <CopyButton value={ADDRESS} label="Copier" copied="Copié" />
        <SendButton name="Zoé" address={ADDRESS} />
        <IconButton icon={Pencil} label="Modifier" />
        <IconButton icon={Trash} label="Supprimer" disabled />
      </div>
      <div className="gallery__row">
        <Button look="secondary" onClick={() => setOpen(true)}>
          Ouvrir une fenêtre
        </Button>
        <Button look="secondary" onClick={() => void confirmed({ title: 'Vraiment ?', action: 'Oui' })}>
          Poser une question
        </Button>
      </div>
      {open && (
        <Dialog title="Une fenêtre" close="Fermer" onClose={() => setOpen(false)}>
          <p>{LONG}</p>
        </Dialog>
      )}
    </Part>
  );
}

function Fields() {
  const [picture, setPicture] = useState<Parameters<typeof PictureField>[0]['picture']>({ path: '', file: undefined });
  const pictured = { picture, name: 'Zoé', onChange: setPicture, attempt: 0 };
  return (
    <Part name="Champs">
      <div className="gallery__fields">
        <TextField label="Nom" />
        <TextField label="Nom" defaultValue="Zoé Démo" hint="Tel qu’il est sur la carte." />
        <TextField label="Nom" defaultValue="Z" error="Le nom est trop court" hint={LONG} />
        <TextField label="Nom" defaultValue="Zoé Démo" disabled />
        <EmailField autoComplete="off" />
        <PasswordField label="Mot de passe" defaultValue="volant" autoComplete="off" />
        <CodeField label="Code" />
        <SearchField label="Rechercher" parameter="q" />
        <SelectField label="État" options={[['a', 'Active']]} />
        <SelectField label="État" options={[['a', 'Active']]} error="Choisissez un état" />
        <TextArea label="Message" defaultValue={LONG} rows={3} />
        <TextArea label="Message" rows={3} error="Le message est vide" />
        <div>
          <Checkbox label="Rester connecté" />
          <Checkbox label="Rester connecté" hint={LONG} defaultChecked />
          <Checkbox label="Rester connecté" disabled />
        </div>
        <PictureField {...pictured} progress={undefined} error={undefined} />
        <PictureField {...pictured} progress={0.6} error={undefined} />
        <PictureField {...pictured} progress={undefined} error="La photo est trop lourde" />
      </div>
    </Part>
  );
}

function Notices() {
  return (
    <Part name="Messages">
      {(['info', 'success', 'danger'] as const).map((tone) => (
        <Notice key={tone} tone={tone} text={LONG} actions={<Button look="secondary">Réessayer</Button>} />
      ))}
      <FailureNotice
        failure={ownFailure('failure.noAnswer')}
        retry={{ loading: false, refetch: () => Promise.resolve() }}
      />
      <div className="gallery__row">
        {(['ACTIVE', 'INACTIVE', 'DEACTIVATED', 'UNCLAIMED'] as const).map((state) => (
          <StateBadge key={state} state={state} />
        ))}
        <Avatar name="Zoé Démo" />
        <Skeleton width="12rem" height="2rem" />
      </div>
    </Part>
  );
}

function Navigation() {
  const [tab, setTab] = useState<(typeof TABS)[number][0]>('one');
  return (
    <Part name="Navigation">
      <Tabs label="Onglets" tabs={TABS} selected={tab} onSelect={setTab}>
        <p>{LONG}</p>
      </Tabs>
      <div className="gallery__row">
        <MenuButton
          label="Actions"
          className="btn btn--secondary"
          entries={[
            { id: 'open', label: 'Ouvrir', to: '/' },
            { id: 'copy', label: 'Copier', onAction: () => undefined },
          ]}
        >
          Actions
        </MenuButton>
        <LanguageMenu />
        <Logo />
        <p>
          <LinkedText text={`Voir ${ADDRESS} ou zoe@volant.example`} />
        </p>
      </div>
    </Part>
  );
}

function Pictures() {
  return (
    <Part name="Images">
      <div className="gallery__fields">
        <SoloCard />
        <VisibilityCard />
        <BlankCard />
        <CardGhost />
        <QrCode text={ADDRESS} label={ADDRESS} />
      </div>
    </Part>
  );
}
