import { configure } from '@testing-library/react';

/** How long `findBy` and `waitFor` retry, in milliseconds. Generous, so that a busy machine fails no test. */
configure({ asyncUtilTimeout: 20_000 });
