import { useRef, useState } from 'react';

/**
 * Returns a function that runs an async task, and whether one is running. While it runs, others are ignored: the second
 * click of a double click must not repeat or undo what the first one does.
 */
export function useSingleTask(): [runTask: (task: () => Promise<void>) => Promise<void>, isRunning: boolean] {
  // The state changes too late for a second click in the same frame.
  const running = useRef(false);
  const [isRunning, setIsRunning] = useState(false);
  const runTask = async (task: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setIsRunning(true);
    try {
      await task();
    } finally {
      running.current = false;
      setIsRunning(false);
    }
  };
  return [runTask, isRunning];
}
