import './logo.css';

/** The logo: a steering wheel whose spokes form a V. */
function WheelMark() {
  return (
    <svg className="wheel-mark" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="20" fill="none" stroke="currentColor" strokeWidth="5" />
      <path
        d="M7.5 17.5 L24 34 L40.5 17.5 M24 34 V43"
        fill="none"
        stroke="currentColor"
        strokeWidth="5"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="logo" dir="ltr">
      <WheelMark />
      <span className="logo__word">Volant</span>
    </span>
  );
}
