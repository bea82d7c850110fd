import { useState } from 'react';
import './avatar.css';

/** A picture, or the initial of a name if there is none or it cannot be loaded. */
export function Avatar({ name, picture }: { readonly name: string; readonly picture?: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  if (picture === undefined || picture === '' || broken === picture) {
    return (
      <span className="avatar" aria-hidden="true">
        {[...name.trim()][0]?.toLocaleUpperCase() ?? ''}
      </span>
    );
  }
  return <img className="avatar" src={picture} alt="" onError={() => setBroken(picture)} />;
}
