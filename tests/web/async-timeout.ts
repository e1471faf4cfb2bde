import { configure } from '@testing-library/react';

/** How long `findBy` and `waitFor` retry, in milliseconds. Generous, so that tests do not fail on a busy machine. */
configure({ asyncUtilTimeout: 20_000 });
