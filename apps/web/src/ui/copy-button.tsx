import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { uiWords } from '@clearbook/contracts/words/ui';
import { toast } from './toast.ts';

const SHOWN_MS = 2000;

/** Copies `value`. `done` is the sentence of the toast; `label` the visible name of the button. */
export function CopyButton({ value, done, label = uiWords.copy }: { value: string; done: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => {
        setCopied(true);
        toast.success(done);
      },
      () => toast.error(uiWords.copyFailed),
    );
  };
  return (
    <Button
      variant="default"
      leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      onClick={copy}
    >
      {label}
    </Button>
  );
}
