import { configure } from '@testing-library/react';

/** Milliseconds that a condition may take to hold: soon, or later on a busy machine. */
configure({ asyncUtilTimeout: 20_000 });
