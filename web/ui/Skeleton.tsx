import type { CSSProperties } from 'react';
import styles from './loading.module.css';

interface SkeletonProps {
  /** The size of the content, as CSS lengths. */
  width?: string;
  height: string;
  round?: boolean;
}

/** A grey placeholder with the size of the content that is loading. */
export function Skeleton({ width = '100%', height, round = false }: SkeletonProps) {
  const size: CSSProperties = { width, height, ...(round ? { borderRadius: '50%' } : {}) };
  return <span aria-hidden="true" className={styles.skeleton} style={size} />;
}
