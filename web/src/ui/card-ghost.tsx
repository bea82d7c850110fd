import './card-ghost.css';

/** A blank card with the places of its print, in the place of a missing one. */
export function CardGhost() {
  return (
    <svg className="card-ghost" viewBox="0 0 856 540" aria-hidden="true">
      <rect x="4" y="4" width="848" height="532" rx="31.8" />
      <g transform="translate(56 52) scale(1.75)">
        <circle cx="24" cy="24" r="20" />
        <path d="M7.5 17.5 L24 34 L40.5 17.5 M24 34 V43" />
      </g>
      <g transform="translate(716 96)">
        <path d="M0 -14 A20 20 0 0 1 0 14 M16 -28 A42 42 0 0 1 16 28 M32 -42 A64 64 0 0 1 32 42 M48 -56 A86 86 0 0 1 48 56" />
      </g>
      <path className="card-ghost__print" d="M64 410 h300 M64 466 h200" />
      <path d="M632 318 h52 v52 h-52 z M726 318 h52 v52 h-52 z M632 412 h52 v52 h-52 z" />
    </svg>
  );
}
