import type { WithdrawalMethod } from '@clearbook/contracts/funding';
import { withdrawalWords as words } from '@clearbook/contracts/words/withdrawals';
import { Title, UnstyledButton } from '@mantine/core';
import { Bitcoin, ChevronRight, CircleDollarSign, Landmark, Smartphone, Wallet } from 'lucide-react';
import classes from './withdrawals.module.css';

const icons = { bank: Landmark, crypto: Bitcoin, paypal: Wallet, cashapp: CircleDollarSign, gcash: Smartphone };

/** First the way out. One press goes on, because there is nothing else to decide on this step. */
export function MethodChoice({ onChoose }: { onChoose: (method: WithdrawalMethod) => void }) {
  return (
    <section aria-labelledby="withdrawal-method">
      <Title order={2} size="h4" mb="sm" id="withdrawal-method">
        {words.select.legend}
      </Title>
      <div className={classes.methods}>
        {words.methodOrder.map((method) => {
          const Icon = icons[method];
          return (
            <div key={method} className={classes.method}>
              <Icon size={22} aria-hidden />
              <div>
                <UnstyledButton
                  className={classes.methodName}
                  onClick={() => onChoose(method)}
                  aria-describedby={`hint-${method}`}
                >
                  {words.methods[method]}
                </UnstyledButton>
                <span className={classes.methodHint} id={`hint-${method}`}>
                  {words.methodHints[method]}
                </span>
              </div>
              <ChevronRight size={18} aria-hidden />
            </div>
          );
        })}
      </div>
    </section>
  );
}
