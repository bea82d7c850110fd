import { useEffect, useState } from 'react';

/** An object URL of a file that is not uploaded yet; revoked with the component. */
export function useObjectUrl(file: File | undefined): string | undefined {
  const [shown, setShown] = useState<{ readonly file: File; readonly url: string }>();
  useEffect(() => {
    if (file === undefined) return;
    const url = URL.createObjectURL(file);
    setShown({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return shown !== undefined && shown.file === file ? shown.url : undefined;
}
