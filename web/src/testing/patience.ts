import { configure } from '@testing-library/react';

/** How long a test waits for what a screen is about to show: a busy machine may take seconds for a screen's first code. */
configure({ asyncUtilTimeout: 60_000 });
