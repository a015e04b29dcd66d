import { depositMethod } from '@clearbook/contracts/funding';
import { isUsdAmount } from '@clearbook/contracts/money';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StepList } from '../../ui/step-list.tsx';
import { AmountStep } from './amount-step.tsx';
import { WaitingDeposit } from './waiting-deposit.tsx';
import { MethodStep } from './method-step.tsx';
import { PayStep } from './pay-step.tsx';
import classes from './deposits.module.css';

/**
 * The deposit wizard. Everything that decides which step is shown stands in the address, so that Back, a reload and a bookmark
 * all do what a person expects: ?amount=100.00&step=2&method=bitcoin, and from the moment a deposit exists ?id=….
 */
export default function DepositPage() {
  const [search, setSearch] = useSearchParams();
  const id = search.get('id');
  const amount = search.get('amount') ?? '';
  const method = depositMethod.safeParse(search.get('method')).data ?? null;
  const step = id !== null ? 3 : search.get('step') === '2' && isUsdAmount(amount) ? 2 : 1;

  return (
    <>
      <PageHeader title={words.title} description={words.intro} />
      <div className={classes.wizard}>
        <StepList steps={[words.steps.amount, words.steps.method, words.steps.pay]} current={step} />
        {step === 1 ? (
          <Panel>
            <WaitingDeposit />
            <AmountStep
              amount={amount}
              onTyped={(typed) => setSearch(typed === '' ? {} : { amount: typed }, { replace: true })}
              onDone={(typed) => {
                // First the step that is left remembers what was typed, then the next one is entered.
                setSearch({ amount: typed }, { replace: true });
                setSearch({ amount: typed, step: '2' });
              }}
            />
          </Panel>
        ) : null}
        {step === 2 ? (
          <Panel>
            <MethodStep
              amount={amount}
              method={method}
              onMethod={(chosen) => setSearch({ amount, step: '2', method: chosen }, { replace: true })}
              onBack={() => setSearch({ amount })}
              onDone={(created) => setSearch({ id: created })}
            />
          </Panel>
        ) : null}
        {id !== null ? <PayStep key={id} id={id} /> : null}
      </div>
    </>
  );
}
