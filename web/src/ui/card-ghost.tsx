import './card-ghost.css';

/** A blank card, in the place of a missing one. */
export function CardGhost() {
  return (
    <svg className="card-ghost" viewBox="0 0 856 540" aria-hidden="true">
      <rect x="4" y="4" width="848" height="532" rx="31.8" />
      <g transform="translate(56 52) scale(1.75)">
        <circle cx="24" cy="24" r="20" />
        <path d="M7.5 17.5 L24 34 L40.5 17.5 M24 34 V43" />
      </g>
    </svg>
  );
}
