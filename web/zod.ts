import { z } from 'zod';

// Otherwise zod tries to compile schemas, which the Content-Security-Policy of all pages forbids: browsers would report a
// violation. Modules that run in the browser import zod from here, because the setting applies to schemas created later;
// biome.json forbids them to import it directly.
z.config({ jitless: true });

export { z };
