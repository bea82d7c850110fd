import type { EditorValues } from './editor-values.ts';

const lines = [22, 33, 44];

/** Each style in a few strokes: cards, label and value, large buttons. */
export function StyleSketch({ style }: { readonly style: EditorValues['displayStyle'] }) {
  return (
    <svg className="style-sketch" viewBox="0 0 48 56" aria-hidden="true">
      <rect className="style-sketch__page" x="0.75" y="0.75" width="46.5" height="54.5" rx="5" />
      {style === 'modern' && (
        <>
          <rect className="style-sketch__strong" x="5" y="5" width="38" height="13" rx="2" />
          {lines.map((y) => (
            <rect key={y} className="style-sketch__soft" x="5" y={y} width="38" height="7.5" rx="2" />
          ))}
        </>
      )}
      {style === 'minimal' && (
        <>
          <rect className="style-sketch__strong" x="5" y="8" width="22" height="4" rx="1" />
          {lines.map((y) => (
            <g key={y}>
              <rect className="style-sketch__soft" x="5" y={y} width="11" height="3" rx="1" />
              <rect className="style-sketch__strong" x="20" y={y} width="23" height="3" rx="1" />
            </g>
          ))}
        </>
      )}
      {style === 'buttons' && (
        <>
          <circle className="style-sketch__soft" cx="24" cy="11" r="6" />
          {lines.map((y) => (
            <rect key={y} className="style-sketch__strong" x="5" y={y - 1} width="38" height="8.5" rx="3" />
          ))}
        </>
      )}
    </svg>
  );
}
