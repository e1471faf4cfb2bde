import type { CSSProperties } from 'react';
import styles from './loading.module.css';

interface SkeletonProps {
  /** CSS lengths: the size of what comes. */
  width?: string;
  height: string;
  round?: boolean;
}

/** A grey shape in the place and size of something that is still to come. */
export function Skeleton({ width = '100%', height, round = false }: SkeletonProps) {
  const size: CSSProperties = { width, height, ...(round ? { borderRadius: '50%' } : {}) };
  return <span aria-hidden="true" className={styles.skeleton} style={size} />;
}
