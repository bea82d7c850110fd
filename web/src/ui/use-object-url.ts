import { useEffect, useState } from 'react';

/** An address at which the browser shows a file that was not sent yet; it ends with the component. */
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
