import { Wave } from '../../ui/card-art.tsx';

const rings = [180, 270, 360, 450, 540, 630];

/** Artwork of the card: rings like those of a steering wheel, and the wave. */
export function HeroArt() {
  return (
    <>
      <svg className="hero__rings" viewBox="0 0 856 540" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
        <g fill="none" stroke="var(--card-line)" strokeWidth="1.5">
          {rings.map((radius) => (
            <circle key={radius} cx="770" cy="470" r={radius} />
          ))}
        </g>
      </svg>
      <svg className="hero__wave" viewBox="-8 -62 104 124" aria-hidden="true">
        <Wave x={0} y={0} scale={1} />
      </svg>
    </>
  );
}
