import styles from './form.module.css';

/** What went wrong with the form as a whole: read out as soon as it stands there. */
export function FormAlert({ message }: { message: string | null }) {
  return (
    <div role="alert" className={styles.announcer}>
      {message !== null && <p className={styles.alert}>{message}</p>}
    </div>
  );
}
