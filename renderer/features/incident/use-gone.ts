// Closes a sheet once what it was about is over. What was not begun yet is not gone but to come.
import { useEffect, useState } from 'react';

/** Answers whether it was there and is gone: then nothing more is shown. */
export function useGone(there: boolean, onClose: () => void): boolean {
  const [seen, see] = useState(there);
  if (there && !seen) see(true);
  const gone = seen && !there;
  useEffect(() => {
    if (gone) onClose();
  }, [gone, onClose]);
  return gone;
}
