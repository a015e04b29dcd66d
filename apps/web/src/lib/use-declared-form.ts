import type { Reply, RouteKey } from '@clearbook/contracts';
import { useForm } from '@mantine/form';
import { focusFirstError, type FieldErrors } from './form-errors.ts';
import { errorsOf, type FormDeclaration, type FormRules, placed, requestOf } from './form.ts';
import type { Intent } from './intent.ts';
import type { ApiProblem } from './problem.ts';
import { type SubmitRequest, useSubmit } from './use-submit.ts';

type Typing<V> = {
  /** What was typed before, where it is kept elsewhere. */
  kept?: V | undefined;
  onTyped?: (values: V) => void;
  /** Hears what is wrong before the keyboard moves to it. */
  onErrors?: (errors: FieldErrors) => void;
};

/** The fields of a declared form, with what is wrong beside each. `check` goes on only where nothing is. */
export function useFields<V extends object, Of>(rules: FormRules<V, Of>, of: Of, typing: Typing<V> = {}) {
  const form = useForm<V>({
    mode: 'controlled',
    initialValues: typing.kept ?? rules.initial(of),
    validate: (values) => errorsOf(rules, values, of),
    ...(typing.onTyped && { onValuesChange: typing.onTyped }),
  });
  const check = (then: (values: V) => void) =>
    form.onSubmit(
      (values) => then(values),
      (errors) => {
        typing.onErrors?.(errors as FieldErrors);
        focusFirstError();
      },
    );
  return { form, values: form.values, errors: form.errors as FieldErrors, field: form.getInputProps, check };
}

type Sending<K extends RouteKey, V> = Typing<V> & {
  onDone?: (reply: Reply<K>, request: SubmitRequest<K>) => void;
  /** `beside`: all of it is said beside the fields already. */
  onProblem?: (problem: ApiProblem, beside: boolean) => void;
  onSignedOut?: () => void;
  /** Kept with `kept` (use-submit.ts). */
  intent?: Intent | undefined;
};

/**
 * A declared form that sends what it holds: checked first, with one key for each intent (use-submit.ts), and what was typed stays when it is
 * refused. What the server says of a field stands beside the field, all else in `refusal`.
 */
export function useDeclaredForm<K extends RouteKey, V extends object, Of, P>(
  declaration: FormDeclaration<K, V, Of, P>,
  of: Of,
  options: Sending<K, V> = {},
) {
  const fields = useFields(declaration, of, options);
  const { form } = fields;
  const {
    pending,
    problem,
    clear,
    submit: request,
  } = useSubmit(declaration.route, {
    form,
    intent: options.intent,
    topics: declaration.topics,
    failed: declaration.failed,
    onSuccess: (reply, sent) => options.onDone?.(reply, sent),
    onProblem: (said) => {
      const { errors, all } = placed(declaration, said, form.getValues());
      if (Object.keys(errors).length > 0) {
        form.setErrors(errors);
        options.onErrors?.(errors);
      }
      options.onProblem?.(said, all);
      if (Object.keys(errors).length > 0) focusFirstError();
    },
    onSignedOut: () => options.onSignedOut?.(),
  });
  /** Sends what stands in the fields, which have been checked. */
  const submit = (values: V = form.getValues()) => void request(requestOf(declaration, values, of));
  return {
    ...fields,
    pending,
    problem,
    /** What it would mean, as far as it is typed. */
    preview: declaration.preview?.(form.values, of) as P,
    /** What was refused, unless all of it is said beside the fields. */
    refusal: problem === null || placed(declaration, problem, form.values).all ? null : problem.detail,
    clear,
    request,
    submit,
    /** The form's own onSubmit. */
    send: fields.check(submit),
  };
}

/** What `useDeclaredForm` gives for a declaration, for those who pass it on. */
export type DeclaredForm<D> =
  D extends FormDeclaration<infer K, infer V extends object, infer Of, infer P>
    ? ReturnType<typeof useDeclaredForm<K, V, Of, P>>
    : never;
