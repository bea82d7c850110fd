interface TickHeadProps {
  readonly label: string;
  readonly ticked: 'none' | 'some' | 'all';
  readonly onChange: (on: boolean) => void;
}

/** The box of the head: ticks rows if none is ticked, and unticks them otherwise. */
export function TickHead({ label, ticked, onChange }: TickHeadProps) {
  return (
    <input
      type="checkbox"
      className="long-table__tick"
      aria-label={label}
      checked={ticked === 'all'}
      ref={(box) => {
        // React has no property for it.
        if (box !== null) box.indeterminate = ticked === 'some';
      }}
      onChange={() => onChange(ticked === 'none')}
    />
  );
}
